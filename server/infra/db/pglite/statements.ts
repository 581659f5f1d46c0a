/**
 * Sends statements with parameters to PGlite by PostgreSQL's extended protocol, all messages of a statement at once. A statement
 * that comes again stays prepared: WebAssembly takes as long to parse and plan a page's statements as to run them. Of the gain that
 * answers.ts names, this is a fifth: a hundred pages at once take 0.56 s, and 0.68 s if each statement is prepared anew.
 */
import { type PGlite, protocol } from '@electric-sql/pglite'
import { SqlError } from '../connection'
import { type Answer, readOutcome } from './answers'

const { serialize } = protocol

/** Statements that are kept prepared; PostgreSQL holds the plan of each in memory. */
const maxKept = 200
/** A longer text is an insertion of many rows, which hardly comes again with as many of them. */
const maxKeptLength = 8000

/**
 * Statements that are planned with the values of their parameters each time. PostgreSQL plans one that it keeps without them in the end:
 * then it no longer finds the partial index of `on conflict (…) where status = $1`, and searches a page or a count of a small shop
 * among the orders of a large one.
 */
const needsValues = /\bon\s+conflict\b|\blimit\b|\bcount\(/i

/** Commands after which a prepared statement may not fit its tables any more: one that is undone changes them, too. */
const changesTables = new Set(['CREATE', 'ALTER', 'DROP', 'DISCARD', 'DEALLOCATE', 'ROLLBACK'])

export class Statements {
  readonly #lite: PGlite
  /** Names of statements by their text, the oldest first; a text that was seen only once has no name yet. */
  readonly #names = new Map<string, string | null>()
  #lastName = 0

  constructor(lite: PGlite) {
    this.#lite = lite
  }

  /** Rejects with SqlError when PostgreSQL refused the statement. */
  async run(text: string, parameters: readonly (string | null)[]): Promise<Answer> {
    const { name, preparation } = this.#prepare(text)
    const bytes = await this.#send([
      ...preparation,
      serialize.bind({ statement: name, values: [...parameters] }),
      serialize.describe({ type: 'P' }),
      serialize.execute(),
    ])
    const outcome = readOutcome(bytes)
    if ('failure' in outcome) {
      // It may have failed while it was prepared, and what PostgreSQL knows by the name is nothing or outdated.
      this.#names.delete(text)
      if (name !== '') await this.#send([serialize.close({ type: 'S', name })])
      throw new SqlError(outcome.failure)
    }
    await this.noticeCommand(outcome.command)
    return { ...outcome, bytes }
  }

  /** Forgets all statements after a command that changes tables; every command must be reported here, however it was sent. */
  async noticeCommand(command: string | undefined): Promise<void> {
    if (command === undefined || !changesTables.has(command)) return
    const known = [...this.#names.values()].filter((name) => name !== null)
    this.#names.clear()
    if (known.length > 0) await this.#send(known.map((name) => serialize.close({ type: 'S', name })))
  }

  /** Returns the statement's name, empty for one that is not kept, and the messages that come before its use. */
  #prepare(text: string): { name: string; preparation: Uint8Array[] } {
    if (text.length > maxKeptLength || needsValues.test(text)) {
      return { name: '', preparation: [serialize.parse({ name: '', text, types: [] })] }
    }
    const known = this.#names.get(text)
    this.#names.delete(text)
    if (known) {
      this.#names.set(text, known)
      return { name: known, preparation: [] }
    }
    const isKept = known === null
    if (isKept) this.#lastName += 1
    const name = isKept ? `s${this.#lastName}` : ''
    this.#names.set(text, isKept ? name : null)
    return { name, preparation: [...this.#closeOldest(), serialize.parse({ name, text, types: [] })] }
  }

  #closeOldest(): Uint8Array[] {
    const [oldest] = this.#names
    if (this.#names.size <= maxKept || !oldest) return []
    const [text, name] = oldest
    this.#names.delete(text)
    return name === null ? [] : [serialize.close({ type: 'S', name })]
  }

  /** Returns the messages that PostgreSQL answered, in memory of their own. */
  #send(parts: readonly Uint8Array[]): Promise<Uint8Array> {
    const message = Buffer.concat([...parts, serialize.sync()])
    return this.#lite.runExclusive(async () => {
      const received: Uint8Array[] = []
      await this.#lite.execProtocolRawStream(message, { onRawData: (bytes) => void received.push(new Uint8Array(bytes)) })
      const [first] = received
      // Buffer.concat may take memory that it shares with other buffers, which would go with the answer to the other thread.
      return first && received.length === 1 ? first : new Uint8Array(Buffer.concat(received))
    })
  }
}
