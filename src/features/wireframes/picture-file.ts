/** Checks a picture picked in the form before it is uploaded, and reads its size and hash. */
import { fileKind, fileSizeLimit } from '../../../contract/constants'
import { pictureProblem } from '../../base/picture-files'
import type { PictureFacts } from './import/groups'
import { examinePicture, wireframeTypes } from './import/picture-facts'

export const brokenPicture = '图片加载失败，请检查图片是否损坏'

/** @throws Error with a sentence for the seller when the server would not accept the file, or it cannot be decoded. */
export async function readPicture(file: { readonly name: string; readonly blob: Blob }): Promise<PictureFacts> {
  const problem = await pictureProblem(file, { maxBytes: fileSizeLimit[fileKind.wireframe], types: wireframeTypes })
  if (problem !== null) throw new Error(problem)
  const examined = await examinePicture(file)
  if (examined.facts !== null) return examined.facts
  throw new Error(examined.trouble === brokenPicture ? brokenPicture : `${brokenPicture}（${examined.trouble}）`)
}
