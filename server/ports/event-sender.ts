/** Sends events to addresses that sellers gave. */

export interface EventRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The operator's own address, which the configuration names: every address is accepted. */
  readonly isTrusted: boolean
  readonly signal: AbortSignal
}

export interface EventAnswer {
  /** Null without an answer. */
  readonly status: number | null
  /** The first part of the answer, at most `answerChars` characters. */
  readonly text: string
  /** Why there was no answer, in words; null with one. */
  readonly problem: string | null
  /** Seconds for which the receiver asks to be left alone; null if it does not. */
  readonly retryAfter: number | null
}

export interface EventSender {
  /** Returns why events may not be sent to this address, in words; null when they may. Names are judged when they are resolved. */
  refusalOf(url: string): string | null
  /** Posts once, follows no redirect, and resolves in every case within `sendMs` and a moment. */
  post(request: EventRequest): Promise<EventAnswer>
}

/** Time limit of one attempt, ms. */
export const sendMs = 10_000
export const answerChars = 500
