import { useEffect, useReducer, useRef, useState } from 'react'
import { maxTextLength } from '../../../../contract/constants'
import { delay } from '../../../../contract/ground/delay'
import { nameListLimits } from '../../../../contract/rules/limits'
import type { NameChecked, NameRow } from '../../../../contract/types'
import { useApi } from '../../../api/services'

type CheckedRow = NameChecked['rows'][number]

/** The server is asked when nobody has typed for so long, ms. */
const restMs = 250

/** The server takes no longer text; the screen says so of the row itself. */
const isAskable = ({ texts }: NameRow): boolean => texts.every(({ text }) => text.length <= maxTextLength)

/** The server's answers for rows, by the row as JSON; forgotten with the template. */
function useKnown(templateId: number | null) {
  const known = useRef(new Map<string, CheckedRow>())
  const of = useRef(templateId)
  if (of.current !== templateId) {
    of.current = templateId
    known.current = new Map()
  }
  return known
}

/** Asks the server what may be wrong with the rows as they are now, some at a time; rows that it knows already are not asked again. */
export function useChecks(templateId: number | null, rows: readonly (NameRow | null)[]) {
  const api = useApi()
  const [revision, setRevision] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [round, next] = useReducer((count: number) => count + 1, 0)
  const keys = rows.flatMap((row) => (row === null || !isAskable(row) ? [] : [JSON.stringify(row)]))
  const known = useKnown(templateId)
  const open = [...new Set(keys)].filter((key) => !known.current.has(key))
  const wanted = open.slice(0, nameListLimits.rowsPerCheck).join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again after a failure
  useEffect(() => {
    if (templateId === null || wanted === '') return
    const stopped = new AbortController()
    const ask = async () => {
      await delay(restMs)
      if (stopped.signal.aborted) return
      const asked = wanted.split('\n')
      const body = { templateId, rows: asked.map((key) => JSON.parse(key) as NameRow) }
      const checked = await api.nameLists.check({ body }, { quiet: true, signal: stopped.signal })
      setRevision((before) => {
        // The template was saved in between: what is known of the other rows is of another design.
        if (before !== null && before !== checked.revision) known.current.clear()
        return checked.revision
      })
      for (const [at, key] of asked.entries()) {
        const row = checked.rows[at]
        if (row !== undefined) known.current.set(key, row)
      }
      setFailure(null)
      next()
    }
    ask().catch((error: unknown) => {
      if (!stopped.signal.aborted) setFailure(error)
    })
    return () => stopped.abort()
  }, [api, templateId, wanted, round])

  return {
    /** Of the template that the rows were checked with; null while none was. */
    revision,
    of: (row: NameRow | null): CheckedRow | undefined => (row === null ? undefined : known.current.get(JSON.stringify(row))),
    /** Rows that wait for their answer. */
    open: open.length,
    failure,
    retry: () => {
      setFailure(null)
      next()
    },
  }
}
export type Checks = ReturnType<typeof useChecks>
