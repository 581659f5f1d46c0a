/**
 * Gives each transaction the settings that it needs, for its own duration only. A pooler in transaction mode hands every transaction
 * another server connection, so that start-up parameters and SET of a session would be refused, lost, or seen by other clients.
 */
import pg from 'pg'

export type Settings = Readonly<Record<string, string | number>>

/**
 * Statements that PostgreSQL refuses beside another one: maintenance, and a rollback, before which nothing else can run. They need none
 * of the settings. After an error the driver tells the state of the transaction too late.
 */
const standsAlone = /^\s*(?:rollback|vacuum|reindex|create\s+(?:unique\s+)?index\s+concurrently|drop\s+index\s+concurrently)\b/i
const beginsTransaction = /^start transaction\b/i

const quoteLiteral = (value: string | number): string => `'${String(value).replaceAll("'", "''")}'`

/**
 * A statement with parameters, in one transaction with the statement that makes the settings: both are sent before the Sync that
 * ends the implicit transaction, so it takes one round trip.
 */
class StatementWithSettings extends pg.Query {
  constructor(
    settings: string,
    text: string,
    values: unknown[],
    done: (error: Error | undefined, result: pg.QueryResult) => void,
  ) {
    super(text, values, done)
    const submit = this.submit
    this.submit = (connection) => {
      connection.stream.cork()
      try {
        connection.parse({ name: '', text: settings, types: [] }, true)
        connection.bind({}, true)
        connection.describe({ type: 'P', name: '' }, true)
        connection.execute({}, true)
        return submit.call(this, connection)
      } finally {
        connection.stream.uncork()
      }
    }
  }
}

/**
 * Returns a function that runs the statements of one text and resolves with their results; outside a transaction the settings hold
 * for this text alone.
 */
export function withSettings(settings: Settings) {
  const assignments = Object.entries(settings).map(([name, value]) => `set_config('${name}', ${quoteLiteral(value)}, true)`)
  const select = `select ${assignments.join(', ')}`

  return async (client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<readonly pg.QueryResult[]> => {
    const isInTransaction = client.getTransactionStatus() === 'T' || client.getTransactionStatus() === 'E'
    if (isInTransaction || standsAlone.test(text)) return resultsOf(await client.query(text, [...values]))
    if (values.length > 0) {
      const sent = new Promise<pg.QueryResult>((resolve, reject) => {
        client.query(
          new StatementWithSettings(select, text, [...values], (error, result) => (error ? reject(error) : resolve(result))),
        )
      })
      return resultsOf(await sent).slice(1)
    }
    // A query before the isolation level is chosen would be too early.
    if (beginsTransaction.test(text)) return resultsOf(await client.query(`${text}; ${select}`)).slice(0, -1)
    return resultsOf(await client.query(`${select}; ${text}`)).slice(1)
  }
}

/** The driver gives an array of results only where there are several. */
const resultsOf = (raw: pg.QueryResult | pg.QueryResult[]): readonly pg.QueryResult[] => (Array.isArray(raw) ? raw : [raw])
