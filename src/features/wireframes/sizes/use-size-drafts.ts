import { useMemo, useState } from 'react'
import type { Selection } from '../../../ui/use-selection'
import { mmText } from '../physical-size'
import { readColumn, readMm, readSize } from './read-size'
import { isTickedAtFirst, type SizeContext, type SizeRow, type SizeSource, sizeRow, type TypedSize } from './size-rows'

/** Keeps what the seller typed and ticked in the table 填毫米, over what is stored and proposed. */
export function useSizeDrafts(sources: readonly SizeSource[], context: SizeContext) {
  const [edits, setEdits] = useState<ReadonlyMap<number, TypedSize>>(new Map())
  const [ticks, setTicks] = useState<ReadonlyMap<number, boolean>>(new Map())
  const rows = useMemo(
    () => sources.map((source) => sizeRow(source, context, edits.get(source.wireframe.id))),
    [sources, context, edits],
  )
  const tickedRows = useMemo(() => rows.filter((row) => ticks.get(row.id) ?? isTickedAtFirst(row)), [rows, ticks])
  const selection = useMemo((): Selection => {
    const ids = new Set(tickedRows.map(({ id }) => id))
    const mark = (marked: readonly number[], isTicked: boolean) =>
      setTicks((old) => new Map([...old, ...marked.map((id) => [id, isTicked] as const)]))
    return {
      ids,
      toggle: (id) => mark([id], !ids.has(id)),
      set: (wanted) => {
        mark([...ids], false)
        mark(wanted, true)
      },
      add: (added) => mark(added, true),
      remove: (removed) => mark(removed, false),
      clear: () => mark([...ids], false),
    }
  }, [tickedRows])

  /** Sets what is typed in these rows; a row that the seller had unticked is ticked again. */
  const edit = (changes: readonly { readonly row: SizeRow; readonly typed: TypedSize }[]) => {
    setEdits((old) => new Map([...old, ...changes.map(({ row, typed }) => [row.id, typed] as const)]))
    setTicks((old) => {
      const next = new Map(old)
      for (const { row } of changes) next.delete(row.id)
      return next
    })
  }
  return {
    rows,
    tickedRows,
    selection,
    edit,
    /** Writes both sides of what was typed in one field, in plain millimetres; a missing height follows from the picture. */
    settle: ({ row, side }: { readonly row: SizeRow; readonly side: keyof TypedSize }) => {
      const settled = settledSize(row, side)
      if (settled.width !== row.typed.width || settled.height !== row.typed.height) edit([{ row, typed: settled }])
    },
    /** Writes a pasted column from this row downwards; returns how many lines were left over. */
    paste: (text: string, below: readonly SizeRow[], side: keyof TypedSize): number => {
      const lines = readColumn(text)
      edit(
        below.flatMap((row, at) => {
          const line = lines[at]
          if (!line) return []
          const typed =
            line.height === undefined ? { ...row.typed, [side]: line.width } : { width: line.width, height: line.height }
          return [{ row, typed: inOrder(typed, row) }]
        }),
      )
      return Math.max(0, lines.length - below.length)
    },
  }
}

/** A size whose height was written first, if only that fits the picture, is turned. */
function inOrder(typed: TypedSize, { wireframe }: SizeRow): TypedSize {
  const size = readSize(`${typed.width}×${typed.height}`, wireframe)
  return size ? { width: mmText(size.widthMm), height: mmText(size.heightMm) } : typed
}

function settledSize({ typed, wireframe }: SizeRow, side: keyof TypedSize): TypedSize {
  const both = readSize(typed[side], wireframe)
  if (both) return { width: mmText(both.widthMm), height: mmText(both.heightMm) }
  const [widthMm, heightMm] = [readMm(typed.width), readMm(typed.height)]
  if (widthMm === undefined || heightMm === undefined) return typed
  const { width, height } = wireframe
  return {
    width: mmText(widthMm ?? (side === 'height' && heightMm !== null ? (heightMm * width) / height : null)),
    height: mmText(heightMm ?? (side === 'width' && widthMm !== null ? (widthMm * height) / width : null)),
  }
}
