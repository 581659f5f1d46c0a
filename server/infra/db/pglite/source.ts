/**
 * Serves sessions of the embedded database, which has one connection and answers in the order in which it was asked. A single statement of
 * reading or writing is sent at once, also while others are on their way: the database's thread then finds the next one waiting, instead
 * of waiting for it. A transaction, and everything else that may need several statements, has the connection to itself.
 */
import type { RunResult, Session, Source } from '../connection'
import type { Parameter } from '../values'

/** One PostgreSQL session: in this thread (tests) or in a worker (product). */
export interface Engine {
  /**
   * Runs a statement after all that were asked for before.
   *
   * @param begin the statement that begins the transaction of this one, which does not run when that fails.
   */
  run(sql: string, parameters: readonly Parameter[], begin?: string): Promise<RunResult>
  close(): Promise<void>
}

/** Tables of which a changed row may end a session or change the rights of its user. */
const userTables = /\b(?:session|app_user|account)\b/i
const changesNoTable = /^\s*(?:select|insert|update|delete|merge|with|start|commit|rollback)\b[^;]*$/i
const readsOnly = /^\s*select\b/i
const beginsTransaction = /^start transaction\b/i
/** A statement that is a transaction of its own. */
const standsAlone = /^\s*(?:select|insert|update|delete|merge|with)\b[^;]*$/i

/** Somebody who waits for the connection: to send one statement, or to have it to himself. */
interface Waiting {
  readonly alone: boolean
  enter(): void
}

/** No trigger, function or foreign key of this database changes users or sessions from a statement that does not name them. */
const mayChangeUsers = (sql: string): boolean => !changesNoTable.test(sql) || (!readsOnly.test(sql) && userTables.test(sql))

export class SingleSource implements Source {
  readonly #engine: Engine
  #userChanges = 0
  readonly #waiting: Waiting[] = []
  #isTaken = false
  #sessions = 0
  #onLastRelease: (() => void) | null = null
  #ended: Promise<void> | null = null
  #broken: Error | null = null

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async acquire(): Promise<Session> {
    if (this.#ended) throw new Error('数据库已关闭 (the database is closed)')
    this.#sessions += 1
    await this.#inTurn(async () => undefined)
    if (this.#broken) {
      this.#countRelease()
      throw this.#broken
    }
    let begin: string | undefined
    let isInTransaction = false
    /** Resolves when this session has the connection to itself; null while it does not ask for that. */
    let own: Promise<void> | null = null
    const giveUp = () => {
      // A turn that has not come yet, because the caller did not wait for its statement, is given up when it comes.
      void own?.then(() => this.#leave())
      own = null
      isInTransaction = false
    }
    const send = async (sql: string, parameters: readonly Parameter[]): Promise<RunResult> => {
      if (this.#broken) throw this.#broken
      // Counted before it runs, so that whoever reads beside it keeps nothing of what it changes.
      if (mayChangeUsers(sql)) this.#userChanges += 1
      if (begin === undefined) return this.#engine.run(sql, parameters)
      const first = this.#engine.run(sql, parameters, begin)
      begin = undefined
      isInTransaction = true
      return first
    }
    return {
      run: async (sql, parameters) => {
        // It is sent with the first statement: everybody else waits while a transaction is open, also for its messages to the thread.
        if (begin === undefined && beginsTransaction.test(sql)) {
          begin = sql
          return { rows: [], command: 'START', affected: undefined }
        }
        if (own === null && begin === undefined) {
          // The transaction ended with its commit, also with one that failed: this would be the rollback of somebody else's.
          if (sql === 'rollback') return { rows: [], command: 'ROLLBACK', affected: undefined }
          if (standsAlone.test(sql)) return this.#inTurn(() => send(sql, parameters))
        }
        own ??= this.#alone()
        await own
        const answer = send(sql, parameters)
        if (!isInTransaction) return answer
        // However it is answered, the transaction is over then; whoever comes next is asked for after it.
        if (sql === 'commit') giveUp()
        else if (sql === 'rollback') await answer.then(giveUp)
        return answer
      },
      release: async (broken) => {
        if (broken && own !== null) await this.#rollBack()
        giveUp()
        this.#countRelease()
      },
    }
  }

  userChanges = (): number => this.#userChanges

  end(): Promise<void> {
    this.#ended ??= new Promise<void>((resolve) => {
      this.#onLastRelease = resolve
      if (this.#sessions === 0) resolve()
    }).then(() => this.#engine.close())
    return this.#ended
  }

  #countRelease(): void {
    this.#sessions -= 1
    if (this.#sessions === 0) this.#onLastRelease?.()
  }

  /** Calls `work` as soon as no session has the connection to itself, and before the next session can take it. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#wait({ alone: false, enter: () => void work().then(resolve, reject) })
    })
  }

  /** Resolves when the connection is the caller's alone, until `#leave`. */
  #alone(): Promise<void> {
    return new Promise((resolve) => this.#wait({ alone: true, enter: resolve }))
  }

  #wait(one: Waiting): void {
    this.#waiting.push(one)
    this.#letIn()
  }

  #leave(): void {
    this.#isTaken = false
    this.#letIn()
  }

  #letIn(): void {
    while (!this.#isTaken) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#isTaken = next.alone
      next.enter()
    }
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
