import { useQueryClient } from '@tanstack/react-query'
import pLimit from 'p-limit'
import { useState } from 'react'
import type { LocalFile } from '../../../../adapters/platform'
import { InvalidError } from '../../../../contract/call-errors'
import type { AiCutoutType } from '../../../../contract/constants'
import { placeholderKeys } from '../../../api/queries/placeholders'
import { useApi, usePlatform } from '../../../api/services'
import { failureMessage } from '../../../base/failure-texts'
import { FinalFailure } from '../../../base/tasks/types'
import { toastSuccess } from '../../../ui/toast'
import { addPlaceholder, placeholderText } from './placeholder-files'

const maxParallelUploads = 3

export interface FailedFile {
  readonly file: LocalFile
  readonly type: AiCutoutType
  readonly reason: string
  /** The file can never pass: another one has to be chosen. */
  readonly isFinal: boolean
}

/** Uploads placeholder pictures; a failed one is listed with its reason until it is retried or dismissed. */
export function usePlaceholderUpload() {
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const [waiting, setWaiting] = useState(0)
  const [failed, setFailed] = useState<readonly FailedFile[]>([])

  const send = async (files: readonly LocalFile[], type: AiCutoutType) => {
    const limit = pLimit(maxParallelUploads)
    let stored = 0
    setWaiting((count) => count + files.length)
    const one = async (file: LocalFile) => {
      try {
        await addPlaceholder(file, type, { api, platform })
        stored++
      } catch (error) {
        const reason = failureMessage(error, '上传失败，请重试')
        const isFinal = error instanceof FinalFailure || error instanceof InvalidError
        setFailed((now) => [...now, { file, type, reason, isFinal }])
      } finally {
        setWaiting((count) => count - 1)
      }
    }
    await Promise.all(files.map((file) => limit(() => one(file))))
    if (stored === 0) return
    toastSuccess(placeholderText.uploaded)
    await queries.invalidateQueries({ queryKey: placeholderKeys.ofType(type) })
  }
  const dismiss = (one: FailedFile) => setFailed((now) => now.filter((other) => other !== one))
  return {
    waiting,
    failed,
    send,
    dismiss,
    /** Sends the file again, or another one in its place. */
    retry(one: FailedFile, file = one.file) {
      dismiss(one)
      void send([file], one.type)
    },
  }
}
