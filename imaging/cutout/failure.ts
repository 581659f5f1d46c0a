/** Reasons why a cutout failed, in words for the seller. */
export const cutoutFailureText = {
  /** The result list is empty. */
  empty: '抠图发生错误',
  /** The host reports a failure without a reason. */
  failed: '抠图任务失败',
  /** The status is unknown. */
  unknown: '抠图失败，未知错误',
  /** The answer has an unexpected shape. */
  unrecognized: '抠图服务的回复无法识别，请稍后重试',
  ticket: '抠图凭证已失效，请重试',
  unreachable: '抠图服务连接不上，请检查网络后重试',
  tooLong: '抠图等待太久，请稍后重试',
  result: '抠图结果下载失败，请检查网络后重试',
  source: '图片读取失败，请检查网络后重试',
} as const

export class CutoutFailure extends Error {
  override readonly name = 'CutoutFailure'
}
