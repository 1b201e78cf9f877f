import type { NetworkName } from '../catalogue/bases.js'
import type { Connection } from '../exchange/connection.js'
import type { ApiRequest } from '../exchange/request.js'
import type { Line } from '../journal/entry.js'

/** Who takes down what a session is asked and what it says to it, for as long as somebody wants to know. */
export interface Recorder {
  /** A request has come and is in the journal as `line`. Returns the connection by which it is to be answered. */
  arrived(request: ApiRequest, line: Line, connection: Connection): Connection
  /** A client says which price it acted on. Throws a UserError for one that cannot be. */
  observe(price: ObservedPrice): void
}

/** A price as a client says it. */
export interface ObservedPrice {
  readonly symbol: string
  /** USD as a decimal number, or the string of the API where `raw` is set. */
  readonly price: string
  readonly raw?: boolean | undefined
  readonly network?: NetworkName | undefined
}
