# Loads each scenario and sends its requests, each over a connection of its own; prints what it sees as lines of JSON.
import http.client
import json
import socket
import sys
import urllib.error
import urllib.parse
import urllib.request


def seen(url, timeout=None):
    try:
        if url.startswith("https:"):
            with urllib.request.urlopen(url, timeout=timeout) as reply:
                return reply.status, dict(reply.headers), reply.read()
        address = urllib.parse.urlsplit(url)
        connection = http.client.HTTPConnection(address.netloc, timeout=timeout)
        connection.request("GET", url[url.index(address.netloc) + len(address.netloc):])
        reply = connection.getresponse()
        return reply.status, dict(reply.headers), reply.read()
    except urllib.error.URLError as error:
        return str(error.reason)
    except socket.timeout:
        return "timeout"
    except (OSError, http.client.HTTPException) as error:
        return type(error).__name__


with open(sys.argv[1]) as file:
    given = json.load(file)
for case in given["cases"]:
    load = urllib.request.Request(
        given["control"] + "/scenario", method="PUT", data=case["scenario"].encode()
    )
    urllib.request.urlopen(load).read()
    for asked in case["gets"]:
        timeout = asked.get("timeoutMs", 60_000) / 1000
        result = seen(asked["url"], timeout)
        if isinstance(result, str):
            print(json.dumps({"error": result}))
        else:
            status, headers, body = result
            headers = {name.lower(): value for name, value in headers.items()}
            print(json.dumps({"status": status, "headers": headers, "body": body.decode()}))
