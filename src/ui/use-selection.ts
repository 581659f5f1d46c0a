import { useMemo, useState } from 'react'

export interface Selection {
  readonly ids: ReadonlySet<number>
  toggle(id: number): void
  /** Selects exactly these ids. */
  set(ids: readonly number[]): void
  add(ids: readonly number[]): void
  remove(ids: readonly number[]): void
  clear(): void
}

const emptySelection: ReadonlySet<number> = new Set()

/** The selected ids, across pages. Its functions never change; the object changes only with the ids. */
export function useSelection(): Selection {
  const [ids, setIds] = useState(emptySelection)
  const operations = useMemo(() => {
    const change = (edit: (next: Set<number>) => void) =>
      setIds((old) => {
        const next = new Set(old)
        edit(next)
        return next
      })
    return {
      toggle: (id: number) => change((next) => next.delete(id) || next.add(id)),
      set: (wanted: readonly number[]) => setIds(new Set(wanted)),
      add: (added: readonly number[]) =>
        change((next) => {
          for (const id of added) next.add(id)
        }),
      remove: (removed: readonly number[]) =>
        change((next) => {
          for (const id of removed) next.delete(id)
        }),
      clear: () => setIds(emptySelection),
    }
  }, [])
  return useMemo(() => ({ ids, ...operations }), [ids, operations])
}
