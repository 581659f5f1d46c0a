/** Serves sessions of the embedded database, which has one connection: one after another, first come first served. */
import type { RunResult, Session, Source } from '../connection'
import type { Parameter } from '../values'

/** One PostgreSQL session: in this thread (tests) or in a worker (product). */
export interface Engine {
  /** @param begin the statement that begins the transaction of this one, which does not run when that fails. */
  run(sql: string, parameters: readonly Parameter[], begin?: string): Promise<RunResult>
  close(): Promise<void>
}

/** Tables of which a changed row may end a session or change the rights of its user. */
const userTables = /\b(?:session|app_user|account)\b/i
const changesNoTable = /^\s*(?:select|insert|update|delete|merge|with|start|commit|rollback)\b[^;]*$/i
const readsOnly = /^\s*select\b/i
const beginsTransaction = /^start transaction\b/i

/** No trigger, function or foreign key of this database changes users or sessions from a statement that does not name them. */
const mayChangeUsers = (sql: string): boolean => !changesNoTable.test(sql) || (!readsOnly.test(sql) && userTables.test(sql))

export class SingleSource implements Source {
  readonly #engine: Engine
  #userChanges = 0
  #tail: Promise<void> = Promise.resolve()
  #ended: Promise<void> | null = null
  #broken: Error | null = null

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async acquire(): Promise<Session> {
    if (this.#ended) throw new Error('数据库已关闭 (the database is closed)')
    const release = await this.#waitForTurn()
    if (this.#broken) {
      release()
      throw this.#broken
    }
    let begin: string | undefined
    /** Settles when the first statement of a transaction has run. */
    let opening: Promise<unknown> | undefined
    return {
      run: async (sql, parameters) => {
        // It is sent with the first statement: everybody else waits while a transaction is open, also for its messages to the thread.
        if (begin === undefined && beginsTransaction.test(sql)) {
          begin = sql
          return { rows: [], command: 'START', affected: undefined }
        }
        // Counted before it runs, so that whoever reads beside it keeps nothing of what it changes.
        if (mayChangeUsers(sql)) this.#userChanges += 1
        if (begin === undefined) {
          // The rollback of a caller who did not wait must not come between the beginning and its statement.
          if (opening) await opening
          return this.#engine.run(sql, parameters)
        }
        const first = this.#engine.run(sql, parameters, begin)
        begin = undefined
        opening = first.catch(() => undefined)
        return first
      },
      release: async (broken) => {
        if (broken) await this.#rollBack()
        release()
      },
    }
  }

  userChanges = (): number => this.#userChanges

  end(): Promise<void> {
    this.#ended ??= this.#waitForTurn().then(() => this.#engine.close())
    return this.#ended
  }

  /** Resolves when all earlier callers are done; call the result to let the next one start. */
  async #waitForTurn(): Promise<() => void> {
    const previous = this.#tail
    let release = () => {}
    this.#tail = new Promise((resolve) => {
      release = resolve
    })
    await previous
    return release
  }

  /** Rolls back a transaction that the only session was left in: later writes would be lost with it. */
  async #rollBack(): Promise<void> {
    try {
      await this.#engine.run('rollback', [])
    } catch (cause) {
      this.#broken = new Error(
        '内嵌数据库无法结束上一个事务，请重启服务 (the embedded database cannot end a transaction; restart the server)',
        {
          cause,
        },
      )
    }
  }
}
