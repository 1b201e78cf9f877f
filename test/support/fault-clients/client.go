// Loads each scenario and sends its requests, each over a connection of its own; prints what it sees as lines of JSON.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"
)

type get struct {
	URL       string
	TimeoutMs int
}

type seen struct {
	Status  int               `json:"status,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    string            `json:"body,omitempty"`
	Error   string            `json:"error,omitempty"`
}

func named(err error) string {
	var operation *net.OpError
	var timeout net.Error
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "unexpected EOF"
	case errors.Is(err, syscall.ECONNRESET):
		return "ECONNRESET"
	case errors.As(err, &operation) && operation.Op == "dial" && operation.Timeout():
		return "dial timeout"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "timeout"
	}
	parts := strings.Split(err.Error(), ": ")
	return parts[len(parts)-1]
}

func ask(asked get) seen {
	dialer := &net.Dialer{Timeout: time.Duration(asked.TimeoutMs) * time.Millisecond}
	transport := &http.Transport{
		Proxy:              http.ProxyFromEnvironment,
		DialContext:        dialer.DialContext,
		DisableKeepAlives:  true,
		DisableCompression: true,
	}
	reply, err := (&http.Client{Transport: transport}).Get(asked.URL)
	if err != nil {
		return seen{Error: named(err)}
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	if err != nil {
		return seen{Error: named(err)}
	}
	headers := map[string]string{}
	for name := range reply.Header {
		headers[strings.ToLower(name)] = reply.Header.Get(name)
	}
	if reply.ContentLength >= 0 {
		headers["content-length"] = fmt.Sprint(reply.ContentLength)
	}
	if len(reply.TransferEncoding) > 0 {
		headers["transfer-encoding"] = reply.TransferEncoding[0]
	}
	return seen{Status: reply.StatusCode, Headers: headers, Body: string(body)}
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var given struct {
		Control string
		Cases   []struct {
			Scenario string
			Gets     []get
		}
	}
	if err := json.Unmarshal(text, &given); err != nil {
		panic(err)
	}
	lines := json.NewEncoder(os.Stdout)
	for _, each := range given.Cases {
		load, err := http.NewRequest("PUT", given.Control+"/scenario", strings.NewReader(each.Scenario))
		if err != nil {
			panic(err)
		}
		reply, err := http.DefaultClient.Do(load)
		if err != nil || reply.StatusCode != 200 {
			panic(fmt.Sprint("scenario not loaded: ", err))
		}
		reply.Body.Close()
		for _, asked := range each.Gets {
			if err := lines.Encode(ask(asked)); err != nil {
				panic(err)
			}
		}
	}
}
