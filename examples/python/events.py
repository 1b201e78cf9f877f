"""Prints the requests that rules acted on: gmx-sim --log-format json | python3 events.py"""

import json
import sys

for line in sys.stdin:
    event = json.loads(line)
    if event["event"] == "request" and event["rule"] is not None:
        print(event["at"], event["rule"], event["status"], event["url"], flush=True)
