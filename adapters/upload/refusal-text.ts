import { parseErrorBody, sellerText } from '../../contract/error-body'

/** Codes of S3 storages (Amazon's list of error responses; Alibaba, Tencent and MinIO use the same names). */
const storageTexts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EntityTooLarge: '文件超过存储允许的大小，请压缩后再试',
    EntityTooSmall: '文件是空的或不完整，请重新选择',
    AccessDenied: '上传许可已过期或被存储拒绝，请重新上传；仍不行请联系客服',
    ExpiredToken: '上传许可已过期，请重新上传',
    SignatureDoesNotMatch: '存储没有接受上传许可，请联系客服检查存储的密钥',
    InvalidAccessKeyId: '存储没有接受上传许可，请联系客服检查存储的密钥',
    RequestTimeTooSkewed: '服务器和存储的时间不一致，请联系客服校准时间',
    RequestTimeout: '上传太慢，存储已断开，请检查网络后重试',
    SlowDown: '存储繁忙，请稍后再试',
    ServiceUnavailable: '存储繁忙，请稍后再试',
    InternalError: '存储出错，请稍后再试',
    NoSuchBucket: '存储没有配置好，请联系客服',
    QuotaExceeded: '存储空间不足，请联系客服',
    MethodNotAllowed: '存储不接受网页上传，请联系客服',
  }),
)

/**
 * Returns what to tell a seller about a refused upload, to be read after its status: the message of this server or, in words, the
 * code that a storage's XML names or what the status of a proxy means.
 */
export function uploadRefusalText(status: number, body: string): string {
  const own = parseErrorBody(body)?.message.trim()
  if (own) return own
  const code = /<Code>\s*(\w+)\s*<\/Code>/.exec(body)?.[1] ?? ''
  const words = storageTexts.get(code) ?? sellerText(status).replace(`（${status}）`, '')
  return code === '' ? words : `${words}（${code}）`
}
