"""Chromium through its debugging protocol, over a pipe: nothing but the browser and Python's library is needed."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find():
    """The path of a browser, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    def __init__(self, width=1500, height=950):
        self.folder = tempfile.mkdtemp(prefix="kleene-browser-")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def connect():
            # Chromium reads from 3 and writes to 4; neither may be closed by mistake before it is copied.
            a, b = os.dup(to_browser), os.dup(from_browser)
            while a in (3, 4):
                a = os.dup(a)
            while b in (3, 4):
                b = os.dup(b)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [find(), "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--user-data-dir=" + self.folder, f"--window-size={width},{height}", "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.events = []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank", newWindow=True, width=width, height=height)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.kill()
        self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self, seconds):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.read_end], [], [], seconds)
            data = os.read(self.read_end, 1 << 20) if ready else b""
            if not data:
                raise TimeoutError("the browser does not answer")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(120)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, path):
        """Loads a file and waits until its scripts have run."""
        self.events.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        end = time.monotonic() + 120
        while self.value("document.readyState") != "complete" or self.value("location.href") == "about:blank":
            if time.monotonic() > end:
                raise TimeoutError("the page does not load")

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def key(self, name, text=None):
        event = {"key": name, "code": name}
        codes = {"Tab": 9, "Enter": 13, "Home": 36, "End": 35, "ArrowLeft": 37, "ArrowRight": 39}
        if name in codes:
            event["windowsVirtualKeyCode"] = codes[name]
        text = text if text is not None else (name if len(name) == 1 else "\r" if name == "Enter" else None)
        self.call("Input.dispatchKeyEvent", type="keyDown", **event, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def problems(self):
        """Exceptions of scripts, errors of the console, and requests that leave the file."""
        found = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(str(parameters["exceptionDetails"]))
            if method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(str(parameters["entry"]))
            if method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith(("file:", "data:")):
                found.append("request: " + parameters["request"]["url"])
        return found
