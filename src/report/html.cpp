// SPDX-License-Identifier: Apache-2.0
#include "kleene/report/html.h"

#include "kleene/support/sha256.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace kleene::report {
namespace {

using Json = nlohmann::ordered_json;

const std::string style =
#include "page_css_text.inc"
    ;
const std::string source_script =
#include "source_js_text.inc"
    ;
const std::string execution_script =
#include "execution_js_text.inc"
    ;
const std::string page_script =
#include "page_js_text.inc"
    ;

/// Text between tags or in an attribute.
std::string escaped(const std::string& text) {
  std::string result;
  for (char c : text)
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += c;
    }
  return result;
}

/// By which a content security policy names an inline script or style.
std::string hash_of(const std::string& text) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string hexadecimal = sha256(text);
  unsigned long bits = 0;
  std::size_t count = 0;
  std::string result = "sha256-";
  for (std::size_t i = 0; i < hexadecimal.size(); i += 2) {
    bits = bits << 8U | std::stoul(hexadecimal.substr(i, 2), nullptr, 16);
    for (count += 8; count >= 6; count -= 6)
      result += digits[bits >> (count - 6) & 63U];
  }
  // 256 bits are 42 digits and 4 bits more.
  return result + digits[bits << 2U & 63U] + "=";
}

/// Without the colours of a terminal.
std::string plain(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\033')
      i = std::min(text.find('m', i), text.size());
    else
      result += text[i];
  return result;
}

/// ASCII only, and without anything that could end the element it stands in.
std::string embedded(const Json& data) {
  std::string text = data.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string result;
  for (char c : text)
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  return result;
}

} // namespace

std::string to_html(const std::string& json, const std::string& text, const Sources& sources) {
  Json data = {{"document", Json::parse(json)}, {"text", plain(text)}, {"sources", Json::array()}};
  for (const auto& [file, contents] : sources)
    data["sources"].push_back({{"name", file}, {"text", contents}});
  const Json& document = data["document"];
  std::string title = document.value("verdict", std::string());
  for (const Json& file : document["files"])
    title += " " + file.get<std::string>();
  const std::string script = source_script + execution_script + page_script;
  constexpr const char* page = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>kleene: {}</title>
<style>{}</style>
</head>
<body>
<header></header>
<main>
<section class="pane" id="left" aria-label="source"><div class="tabs" role="tablist"></div><div class="legend">
<span><span class="chip violated">✗</span> violated</span><span><span class="chip unknown">?</span> unknown</span>
<span><span class="chip proved">✓</span> proved</span><span><span class="chip not-reached">–</span> not reached</span>
<span>∀ invariant or contract</span></div></section>
<section class="pane" id="right" aria-label="answer"><div class="tabs" role="tablist"></div></section>
</main>
<script type="application/json" id="data">{}</script>
<script>{}</script>
</body>
</html>
)";
  return fmt::format(fmt::runtime(page),
                     hash_of(script),
                     hash_of(style),
                     escaped(title),
                     style,
                     embedded(data),
                     script);
}

} // namespace kleene::report
