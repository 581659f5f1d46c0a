/** First words of every export error, for the seller; the cause and what to do follow them. */
import { isAbort } from '../../contract/ground/thrown'

const exportFailed = '图片导出失败'

/** No picture of the design could be made. `why` names the cause and what to do. */
class PictureExportError extends Error {
  override readonly name: string = 'PictureExportError'
  constructor(why: string, options?: ErrorOptions) {
    super(`${exportFailed}，${why}`, options)
  }
}

const retryHints = { save: '请重新加载图片后再保存', print: '请检查网络或换一张图片后再生成印刷图' } as const

/** No picture of the design can be made because pictures of layers are missing. `names` are the layers' names. */
export class MissingPictureError extends PictureExportError {
  override readonly name = 'MissingPictureError'
  constructor(
    readonly names: readonly string[],
    purpose: keyof typeof retryHints = 'save',
    options?: ErrorOptions,
  ) {
    const some = names.slice(0, 3).map((name) => `「${name}」`)
    const layers = `${some.join('、')}${names.length > 3 ? ` 等 ${names.length} 个图层` : ''}`
    super(`${layers}的图片没有加载成功，${retryHints[purpose]}`, options)
  }
}

/** Returns an unknown drawing error as an error for the seller; nearly always the cause is too little memory. */
export function asExportError(error: unknown): Error {
  if (error instanceof PictureExportError || error instanceof RangeError) return error
  if (isAbort(error)) return error
  return new PictureExportError('可能是内存不足，请关闭一些页面后重试；仍然不行请刷新页面', { cause: error })
}
