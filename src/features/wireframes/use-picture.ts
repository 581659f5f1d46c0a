/** State of one picture field of the form: the pick, its check, the upload with progress, and recovery from failures. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { PlatformError } from '../../../adapters/platform'
import { AbortedError } from '../../../contract/call-errors'
import { fileKind } from '../../../contract/constants'
import { revokeOnceLoaded } from '../../../contract/ground/revoke-once-loaded'
import { usePlatform } from '../../api/services'
import { failureMessage } from '../../base/failure-texts'
import type { PickedFile } from '../../base/picked-files'
import { preparePicture } from '../../base/prepare-picture'
import { toastHint } from '../../ui/toast'
import type { PictureFacts } from './import/groups'
import { readPicture } from './picture-file'
import type { Size } from './print-area'

/** The current picture: stored with the wireframe, or uploaded in this form. */
export interface CurrentPicture {
  /** Address that an img element can load. */
  readonly src: string
  readonly size: Size
  readonly name: string
  /** Set for an uploaded picture; absent for the stored one, which a save leaves as it is. */
  readonly uploaded?: { readonly fileId: number; readonly sha256: string }
}

/** The picture being uploaded; `error` is set once that failed. */
export interface UploadInProgress {
  readonly file: PickedFile
  readonly src: string
  readonly size: Size
  readonly facts: PictureFacts
  readonly loaded: number
  readonly total: number
  readonly error: string | null
}

export interface PictureField {
  readonly current: CurrentPicture | null
  readonly upload: UploadInProgress | null
  /** The reason why the file picked last was refused. */
  readonly problem: string | null
  /** The picture to preview: the one being uploaded, otherwise the current one. */
  readonly shown: { readonly src: string; readonly size: Size } | null
  choose(file: PickedFile): void
  retry(): void
  /** Cancels the upload and returns to the previous picture. */
  cancel(): void
  clear(): void
}

const reasonOf = (error: unknown) => failureMessage(error, '上传失败，请重试')
const isCancel = (error: unknown) =>
  error instanceof AbortedError || (error instanceof PlatformError && error.code === 'CANCELLED')

/** @param stored the picture that the wireframe has now. */
export function usePicture(stored: CurrentPicture | null): PictureField {
  const platform = usePlatform()
  const [current, setCurrent] = useState(stored)
  const [upload, setUpload] = useState<UploadInProgress | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Aborts the current upload; replaced by every new pick, so that a late response is recognised as outdated. */
  const uploadController = useRef<AbortController | null>(null)
  const urls = useRef<string[]>([])

  useEffect(
    () => () => {
      uploadController.current?.abort()
      for (const url of urls.current) revokeOnceLoaded(url)
    },
    [],
  )

  const send = useCallback(
    async (file: PickedFile, src: string, facts: PictureFacts) => {
      uploadController.current?.abort()
      const controller = new AbortController()
      uploadController.current = controller
      setUpload({
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
          signal: controller.signal,
          onProgress: ({ loaded, total }) => {
            if (uploadController.current === controller) setUpload((old) => old && { ...old, loaded, total: total ?? old.total })
          },
        })
        if (uploadController.current !== controller) return
        // The size found by the server takes precedence, since the server checks the wireframe against it.
        const size = { width: uploaded.width ?? facts.width, height: uploaded.height ?? facts.height }
        setCurrent({ src, size, name: file.name, uploaded: { fileId: uploaded.fileId, sha256: facts.sha256 } })
        setUpload(null)
      } catch (error) {
        if (uploadController.current !== controller || isCancel(error)) return
        setUpload((old) => old && { ...old, error: reasonOf(error) })
      }
    },
    [platform],
  )

  const choose = useCallback(
    async (picked: PickedFile) => {
      uploadController.current?.abort()
      const controller = new AbortController()
      uploadController.current = controller
      setUpload(null)
      setProblem(null)
      try {
        const { file, note } = await preparePicture(picked)
        const facts = await readPicture(file)
        if (uploadController.current !== controller) return
        if (note !== null) toastHint(note)
        const src = URL.createObjectURL(file.blob)
        urls.current.push(src)
        await send(file, src, facts)
      } catch (error) {
        if (uploadController.current === controller) setProblem(reasonOf(error))
      }
    },
    [send],
  )

  const stop = () => {
    uploadController.current?.abort()
    uploadController.current = null
    setUpload(null)
    setProblem(null)
  }
  return {
    current,
    upload,
    problem,
    shown: upload ?? current,
    choose: (file) => void choose(file),
    retry: () => {
      if (upload) void send(upload.file, upload.src, upload.facts)
    },
    cancel: stop,
    clear: () => {
      stop()
      setCurrent(null)
    },
  }
}
