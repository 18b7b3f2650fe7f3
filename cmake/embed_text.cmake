# cmake -DINPUT=file -DOUTPUT=file.inc -P embed_text.cmake: a text file as C++ string literals, one
# per line, since compilers bound the length of a single literal.
file(READ ${INPUT} text)
string(REPLACE "\\" "\\\\" text "${text}")
string(REPLACE "\"" "\\\"" text "${text}")
string(REPLACE "\n" "\\n\"\n\"" text "${text}")
file(WRITE ${OUTPUT} "\"${text}\"\n")
