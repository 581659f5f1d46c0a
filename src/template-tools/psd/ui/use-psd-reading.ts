import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { LocalFile } from '../../../../adapters/platform'
import { revokeOnceLoaded } from '../../../../contract/ground/revoke-once-loaded'
import { type PsdOpening, pagePsdClient } from '../../../../imaging/psd/psd-client'
import { type Choices, isBetterMerged, noChoices, withMerged, withNewBoards, withoutMissing } from './choices'
import { createReading, type ReadFailure, type ReadingState } from './reading'

export interface PsdReading extends ReadingState {
  readonly choices: Choices
  /** Whether files are being read. */
  readonly busy: boolean
  change(next: Choices): void
  add(files: readonly LocalFile[]): void
  remove(fileId: number): void
  clear(): void
  /** Switches a board between its merged picture and its layers. */
  chooseMerged(key: string, merged: boolean): void
  /** Files that could not be read, until the seller dismisses them. */
  readonly failures: readonly ReadFailure[]
  dismissFailures(): void
}

interface PsdReadingOptions {
  /** Whether several files and several boards may be chosen. */
  readonly multiple: boolean
  /** Whether the dialog is open. */
  readonly isOpen: boolean
  readonly client?: PsdOpening | undefined
}

/** State of the files read and the selection, while the dialog is open. */
export function usePsdReading({ multiple, isOpen, client = pagePsdClient }: PsdReadingOptions): PsdReading {
  const reading = useMemo(
    () =>
      createReading({
        open: client.open,
        createUrl: (picture) => URL.createObjectURL(picture),
        revokeUrl: revokeOnceLoaded,
      }),
    [client],
  )
  useEffect(() => () => reading.dispose(), [reading])
  const state = useSyncExternalStore(reading.subscribe, reading.get)
  const busy = state.files.some((file) => file.state === 'waiting' || file.state === 'reading')
  // The seller chooses a file, or imports what was read: the next file is opened at once.
  useEffect(() => {
    if (!isOpen || busy) return
    const release = client.prepare()
    return () => release()
  }, [isOpen, busy, client])
  const [choices, setChoices] = useState(noChoices)
  const [failures, setFailures] = useState<readonly ReadFailure[]>([])

  // Boards arrive while files are read; each is processed once.
  const knownKeys = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const newBoards = state.boards.filter(({ key }) => !knownKeys.current.has(key))
    knownKeys.current = new Set(state.boards.map(({ key }) => key))
    setChoices((now) => withoutMissing(withNewBoards(now, state.boards, newBoards, multiple), state.boards))
  }, [state.boards, multiple])

  // Once a board's likeness is known, the better way is preselected unless the seller has chosen already.
  const decidedKeys = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const better = state.boards.filter((board) => isBetterMerged(board, choices) && !decidedKeys.current.has(board.key))
    if (better.length === 0) return
    decidedKeys.current = new Set([...decidedKeys.current, ...better.map(({ key }) => key)])
    setChoices((now) => better.reduce((some, { key }) => withMerged(some, key, true), now))
  }, [state.boards, choices])

  return {
    ...state,
    choices,
    failures,
    busy,
    change: setChoices,
    add(files) {
      const filesToRead = multiple ? files : files.slice(0, 1)
      if (filesToRead.length === 0) return
      if (!multiple) {
        reading.clear()
        setChoices(({ groups }) => ({ ...noChoices, groups }))
      }
      void reading.add(filesToRead).then((failed) => failed.length > 0 && setFailures((before) => [...before, ...failed]))
    },
    remove: reading.remove,
    clear() {
      reading.clear()
      setChoices(({ groups }) => ({ ...noChoices, groups }))
    },
    chooseMerged(key, merged) {
      decidedKeys.current = new Set([...decidedKeys.current, key])
      setChoices((now) => withMerged(now, key, merged))
      if (!merged) return
      void reading.checkMerged(key).then((there) => {
        if (!there) setChoices((now) => withMerged(now, key, false))
      })
    },
    dismissFailures: () => setFailures([]),
  }
}
