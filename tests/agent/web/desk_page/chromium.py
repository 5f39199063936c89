"""Chromium without a screen, driven as a person's keys would."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from tests.agent.web.desk_page.page import PASSWORD

MISSING = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
WAIT_S = 20


@dataclass(frozen=True)
class Chromium:
    """One window."""

    driver: webdriver.Chrome

    def open(self, address: str) -> None:
        self.driver.get(address)

    def sign_in(self, url: str, name: str = "Kim") -> None:
        self.open(f"{url}/desk/login")
        self.find("#name").send_keys(name)
        self.find("#password").send_keys(PASSWORD, Keys.ENTER)
        self.wait_for("#queue")

    def find(self, selector: str) -> Any:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def wait_for(self, selector: str, text: str = "") -> Any:
        """An element once it is there, and says the text."""

        def found(driver: webdriver.Chrome) -> Any:
            elements = driver.find_elements(By.CSS_SELECTOR, selector)
            return next((one for one in elements if text in one.text), None)

        return WebDriverWait(self.driver, WAIT_S, 0.05, [Exception]).until(found)

    def press(self, *keys: str) -> None:
        """Keys to whatever has the focus."""
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def chord(self, *keys: str) -> None:
        self.driver.switch_to.active_element.send_keys("".join(keys))

    @property
    def focused(self) -> str:
        return str(self.driver.switch_to.active_element.get_attribute("id"))

    def size(self, width: int, height: int = 800) -> None:
        """The size of the page itself, as on a telephone."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def dark(self, on: bool) -> None:
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if on else "light"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})

    def run(self, script: str) -> Any:
        return self.driver.execute_script(script)

    def forget(self) -> None:
        """Drop what is left of the test before: its session, and what the browser noted."""
        self.driver.get("about:blank")
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.complaints()
        self.hosts()

    def complaints(self) -> list[str]:
        """What stands in the console: violations of the policy, scripts that failed."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def hosts(self) -> set[str]:
        """Where everything that was loaded came from."""
        entries = self.driver.get_log("performance")
        events = [json.loads(entry["message"])["message"] for entry in entries]
        sent = [one["params"]["request"]["url"] for one in events if one["method"] == "Network.requestWillBeSent"]
        return {urlsplit(url).netloc for url in sent if not url.startswith("data:")}


@contextmanager
def chromium() -> Iterator[Chromium]:
    """A browser with an empty profile."""
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(argument)
    options.binary_location = shutil.which("chromium") or ""
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, Service(shutil.which("chromedriver")))
    try:
        yield Chromium(driver)
    finally:
        driver.quit()
