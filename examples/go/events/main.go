// Command events prints the requests that rules acted on: gmx-sim --log-format json | go run ./events
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
)

func main() {
	for lines := json.NewDecoder(os.Stdin); ; {
		var event struct {
			Event, At, Rule, URL string
			Status               int
		}
		if err := lines.Decode(&event); err == io.EOF {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		if event.Event == "request" && event.Rule != "" {
			fmt.Println(event.At, event.Rule, event.Status, event.URL)
		}
	}
}
