/** Reasons why a download as a whole stops, in words for the seller. Failures of single pictures are not stops. */
import { TaskStop } from '../base/tasks/types'

export type StopCause =
  /** The charge got no response, or was refused. */
  | 'charge'
  /** The balance was not enough for all pictures, and the seller has not decided yet. */
  | 'short'
  /** The charge left some pictures out because of findings, and the seller has not decided yet. */
  | 'refused'
  /** A finished archive is not on the seller's disk yet. */
  | 'unsaved'
  /** The disk is full, a permission is missing, or the archive worker stopped. */
  | 'storage'

export class DownloadStop extends TaskStop {
  override readonly name = 'DownloadStop'
  constructor(
    override readonly why: StopCause,
    message: string,
    cause?: unknown,
  ) {
    super(why, message, { cause, ...(needsAnswer(why) && { resolveAt: '订单管理' }) })
  }
}

/** Whether the seller must decide about unpaid pictures; a plain retry would change nothing. */
export const needsAnswer = (why: string): boolean => why === 'short' || why === 'refused'

const storageErrorTexts: Readonly<Record<string, string>> = {
  QuotaExceededError: '硬盘或浏览器的存储空间不足，请清理后重试',
  NoModificationAllowedError: '压缩包正被另一个窗口使用，请关闭其他窗口后重试',
  NotAllowedError: '没有写入所选文件夹的权限，请重试，并在浏览器询问时选择允许',
  SecurityError: '浏览器不允许写入所选文件夹，请重新下载并选择另一个文件夹',
  NotFoundError: '所选的文件夹已不在，请放弃后重新下载',
}

/** Returns the message of any error thrown while archives are made or saved. */
export function storageErrorText(error: unknown): string {
  const known = error instanceof Error || error instanceof DOMException ? storageErrorTexts[error.name] : undefined
  if (known !== undefined) return known
  const message = error instanceof Error && error.message !== '' ? error.message : String(error)
  return /[\u4e00-\u9fff]/.test(message) ? message : `写入压缩包时出错，请重试（${message}）`
}

export const isAbort = (error: unknown): boolean =>
  (error instanceof Error || error instanceof DOMException) && (error.name === 'AbortError' || error.name === 'AbortedError')
