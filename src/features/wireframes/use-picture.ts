/** One picture field of the form: picked, checked, sent with progress, and what is kept when something goes wrong. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { PlatformError } from '../../../adapters/platform'
import { fileKind } from '../../../contract/constants'
import { usePlatform } from '../../api/services'
import { AbortedError } from '../../base/errors'
import type { PickedFile } from '../../base/picked-files'
import { preparePicture } from '../../base/prepare-picture'
import { toastHint } from '../../ui/toast'
import type { PictureFacts } from './import/groups'
import { readPicture } from './picture-file'
import type { Size } from './print-area'

/** A picture that is there: stored with the wireframe, or uploaded in this form. */
export interface KeptPicture {
  /** Address a picture element can load. */
  readonly src: string
  readonly size: Size
  readonly name: string
  /** Absent: it is the stored one, which a save leaves as it is. */
  readonly sent?: { readonly fileId: number; readonly sha256: string }
}

/** The picture on its way; `error` once it stopped. */
export interface Sending {
  readonly file: PickedFile
  readonly src: string
  readonly size: Size
  readonly facts: PictureFacts
  readonly loaded: number
  readonly total: number
  readonly error: string | null
}

export interface PictureField {
  readonly kept: KeptPicture | null
  readonly sending: Sending | null
  /** Why the file picked last was not taken. */
  readonly problem: string | null
  /** What the preview shows: the picture on its way, else the one that is there. */
  readonly shown: { readonly src: string; readonly size: Size } | null
  choose(file: PickedFile): void
  retry(): void
  /** Gives the upload up and goes back to the picture before. */
  cancel(): void
  clear(): void
}

const reasonOf = (error: unknown) => (error instanceof Error && error.message !== '' ? error.message : '上传失败，请重试')
const isCancel = (error: unknown) =>
  error instanceof AbortedError || (error instanceof PlatformError && error.code === 'CANCELLED')

/** @param stored the picture the wireframe has now. */
export function usePicture(stored: KeptPicture | null): PictureField {
  const platform = usePlatform()
  const [kept, setKept] = useState(stored)
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Aborts what goes on; replaced by every new choice, so that a late answer finds itself outdated. */
  const turn = useRef<AbortController | null>(null)
  const urls = useRef<string[]>([])

  useEffect(
    () => () => {
      turn.current?.abort()
      for (const url of urls.current) URL.revokeObjectURL(url)
    },
    [],
  )

  const send = useCallback(
    async (file: PickedFile, src: string, facts: PictureFacts) => {
      turn.current?.abort()
      const mine = new AbortController()
      turn.current = mine
      setSending({
        file,
        src,
        facts,
        size: { width: facts.width, height: facts.height },
        loaded: 0,
        total: file.blob.size,
        error: null,
      })
      try {
        const uploaded = await platform.uploadFile(file, fileKind.wireframe, {
          signal: mine.signal,
          onProgress: ({ loaded, total }) => {
            if (turn.current === mine) setSending((now) => now && { ...now, loaded, total: total ?? now.total })
          },
        })
        if (turn.current !== mine) return
        // The server's word counts: it keeps the wireframe to the size it found.
        const found = { width: uploaded.width ?? facts.width, height: uploaded.height ?? facts.height }
        setKept({ src, size: found, name: file.name, sent: { fileId: uploaded.fileId, sha256: facts.sha256 } })
        setSending(null)
      } catch (error) {
        if (turn.current !== mine || isCancel(error)) return
        setSending((now) => now && { ...now, error: reasonOf(error) })
      }
    },
    [platform],
  )

  const choose = useCallback(
    async (picked: PickedFile) => {
      turn.current?.abort()
      const mine = new AbortController()
      turn.current = mine
      setSending(null)
      setProblem(null)
      try {
        const { file, note } = await preparePicture(picked)
        const facts = await readPicture(file)
        if (turn.current !== mine) return
        if (note !== null) toastHint(note)
        const src = URL.createObjectURL(file.blob)
        urls.current.push(src)
        await send(file, src, facts)
      } catch (error) {
        if (turn.current === mine) setProblem(reasonOf(error))
      }
    },
    [send],
  )

  const stop = () => {
    turn.current?.abort()
    turn.current = null
    setSending(null)
    setProblem(null)
  }
  return {
    kept,
    sending,
    problem,
    shown: sending ?? kept,
    choose: (file) => void choose(file),
    retry: () => {
      if (sending) void send(sending.file, sending.src, sending.facts)
    },
    cancel: stop,
    clear: () => {
      stop()
      setKept(null)
    },
  }
}
