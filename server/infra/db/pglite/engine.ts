/** A PGlite instance as an Engine: text in, rows parsed by our own rules out. */
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { SqlError, sqlErrorFields } from '../connection'
import { parserFor, textTypeIds } from '../values'
import type { Engine } from './source'

const asIs = (value: string) => value

/** Options every instance shares, so that PGlite neither converts parameters nor rows in a way of its own. */
export const valueOptions: Pick<PGliteOptions, 'serializers' | 'parsers'> = {
  serializers: Object.fromEntries(textTypeIds.map((id) => [id, asIs])),
  parsers: Object.fromEntries(textTypeIds.map((id) => [id, parserFor(id)])),
}

const arrayTypeIds = [1000, 1005, 1007, 1009, 1015, 1016, 1022, 1185] as const

/** Array handlers are made by PGlite when it starts, so they can only be replaced afterwards. */
export function replaceArrayHandlers(lite: PGlite): void {
  for (const id of Object.keys(lite.serializers)) lite.serializers[id] = asIs
  for (const id of arrayTypeIds) lite.parsers[id] = parserFor(id)
}

export function pgliteEngine(lite: PGlite): Engine {
  replaceArrayHandlers(lite)
  return {
    async run(sql, parameters) {
      try {
        // Without parameters the simple protocol is one round trip instead of six, and allows several statements.
        if (parameters.length === 0) {
          const results = await lite.exec(sql)
          const last = results.at(-1)
          return { rows: last?.rows ?? [], command: last?.command, affected: last?.affectedRows }
        }
        const result = await lite.query<unknown>(sql, [...parameters])
        return { rows: result.rows, command: result.command, affected: result.affectedRows }
      } catch (error) {
        throw new SqlError(sqlErrorFields(error))
      }
    },
    close: () => lite.close(),
  }
}
