/** A move of a running clock to a later instant. */
export interface ClockJump {
  /** Virtual time before it. */
  readonly atMs: number
  readonly byMs: number
}
