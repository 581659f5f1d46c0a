/** Cutting out on the buyers' page: a ticket of the server, the task at its host, and the result as a photo of the design. */

import { buyerRoutes as routes } from '../contract/buyer-routes'
import { ApiError } from '../contract/call-errors'
import type { AiCutoutType } from '../contract/constants'
import { parseErrorBody } from '../contract/error-body'
import { delay } from '../contract/ground/delay'
import { send } from '../contract/send'
import type { BuyerPicture } from '../contract/types'
import { CutoutFailure, cutoutFailureText } from '../imaging/cutout/failure'
import { runCutout } from '../imaging/cutout/run'
import { type CutoutTask, taskOf } from '../imaging/cutout/task'
import { trimPicture } from '../imaging/cutout/trim'
import { type DesignKey, readCutoutTicket, uploadPhoto } from './api'

interface Size {
  readonly width: number
  readonly height: number
}

/** Calls the host, which may be another server. */
async function callHost(base: string | null, route: string, id: string, body: object | null, signal: AbortSignal) {
  const [method = 'GET', path = ''] = route.split(' ')
  const url = `${(base ?? '').replace(/\/$/, '')}${path.replace('{id}', encodeURIComponent(id))}`
  const init = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const reply = await send(url, { method, signal, ...init })
  if (reply.ok) return taskOf(await reply.json())
  const error = parseErrorBody(await reply.text().catch(() => ''))
  throw new ApiError(error?.message || cutoutFailureText.unreachable, { method, url }, { status: reply.status })
}

async function download(url: string, host: string | null, signal: AbortSignal): Promise<Blob> {
  const { href } = new URL(url, host ?? location.href)
  const reply = await send(href, { method: 'GET', signal, again: true }).catch(() => null)
  if (!reply?.ok) throw new CutoutFailure(cutoutFailureText.result)
  return reply.blob()
}

/**
 * Cuts the subject out of a photo of the design. Returns a picture of the photo's size whose other pixels are transparent. Rejects
 * with words for the buyer.
 */
export async function cutOut(key: DesignKey, photo: BuyerPicture, type: AiCutoutType, signal: AbortSignal): Promise<Blob> {
  const ticket = await readCutoutTicket(key, { imageFileId: photo.imageFileId, type })
  const { host } = ticket
  const calls = {
    ticket: async () => ticket,
    create: (): Promise<CutoutTask> =>
      callHost(host, routes.cutoutTasks.create, '', { ...ticket.request, token: ticket.token }, signal),
    read: (id: string) => callHost(host, routes.cutoutTasks.get, id, null, signal),
  }
  const result = await runCutout(ticket.request, { calls, wait: delay }, signal)
  return download(result.url, result.host, signal)
}

/** Cuts out the subject and stores the result; the subject keeps its position in the photo. */
export async function cutOutInPlace(key: DesignKey, photo: BuyerPicture, type: AiCutoutType): Promise<BuyerPicture> {
  const blob = await cutOut(key, photo, type, new AbortController().signal)
  return uploadPhoto(key, blob, 'cutout.png')
}

/** Cuts out and stores the subject alone, centred in a picture of the box's proportions, with transparent margins. */
export async function cutOutInto(key: DesignKey, photo: BuyerPicture, type: AiCutoutType, box: Size): Promise<BuyerPicture> {
  const blob = await cutOut(key, photo, type, new AbortController().signal)
  const { cropped, width, height } = await trimPicture(blob)
  const { size, left, top } = paddedTo({ width, height }, box)
  const bitmap = await createImageBitmap(cropped)
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  canvas.getContext('2d')?.drawImage(bitmap, left, top)
  bitmap.close()
  const padded = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  canvas.width = canvas.height = 0
  if (!padded) throw new CutoutFailure(cutoutFailureText.result)
  return uploadPhoto(key, padded, 'cutout.png')
}

/** Returns the size of the smallest picture of a box's proportions that holds another picture at its centre, and that one's position, px. */
export function paddedTo(picture: Size, box: Size): { readonly size: Size; readonly left: number; readonly top: number } {
  const scale = Math.max(picture.width / box.width, picture.height / box.height)
  const size = {
    width: Math.max(picture.width, Math.round(box.width * scale)),
    height: Math.max(picture.height, Math.round(box.height * scale)),
  }
  return {
    size,
    left: Math.floor((size.width - picture.width) / 2),
    top: Math.floor((size.height - picture.height) / 2),
  }
}
