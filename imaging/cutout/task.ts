/** Tasks of a cutout host, as every page that cuts pictures out asks for them. */
import type { AiCutoutType } from '../../contract/constants'
import { isFields } from '../../contract/ground/fields'
import { CutoutFailure, cutoutFailureText } from './failure'

/** Format of every result picture. */
export const outputImageFormat = 'png'

/** Input of a cutout: the picture and what to cut out of it. */
export interface CutoutRequest {
  /** Absolute http address that the cutout host reads the picture from. */
  readonly imageUrl: string
  readonly type: AiCutoutType
  readonly fileName: string
  /** Bytes. */
  readonly fileSize: number
  readonly width: number
  readonly height: number
}

/** A task as the host reports it; `status` is not validated. */
export interface CutoutTask {
  readonly id: string
  readonly status: string
  readonly errorMessage: string | null
  readonly resultImageUrls: readonly string[]
  /** Tasks before it in the host's queue; null where the host does not say. */
  readonly ahead: number | null
  /** Seconds until it ends, by the host's estimate; null where nothing tells. */
  readonly seconds: number | null
}

/** The admin API's permission for one task, and the host it is valid at. */
export interface CutoutTicket {
  readonly token: string
  /** Base address of the cutout host; null when the admin API itself is the host. */
  readonly host: string | null
}

export interface CutoutCalls {
  ticket(request: CutoutRequest, signal: AbortSignal): Promise<CutoutTicket>
  create(request: CutoutRequest, ticket: CutoutTicket, signal: AbortSignal): Promise<CutoutTask>
  read(id: string, at: Pick<CutoutTicket, 'host'>, signal: AbortSignal): Promise<CutoutTask>
}

/** Reads a host's answer. @throws CutoutFailure when it is no task. */
export function taskOf(value: unknown): CutoutTask {
  if (!isFields(value) || !(typeof value.id === 'string' || typeof value.id === 'number')) {
    throw new CutoutFailure(cutoutFailureText.unrecognized)
  }
  const { status, errorMessage, resultImageUrls } = value
  const count = (number: unknown) => (typeof number === 'number' && number >= 0 ? number : null)
  return {
    id: String(value.id),
    status: typeof status === 'string' ? status : '',
    errorMessage: typeof errorMessage === 'string' && errorMessage.trim() !== '' ? errorMessage.trim() : null,
    resultImageUrls: Array.isArray(resultImageUrls)
      ? resultImageUrls.filter((url): url is string => typeof url === 'string' && url !== '')
      : [],
    ahead: count(value.ahead),
    seconds: count(value.seconds),
  }
}
