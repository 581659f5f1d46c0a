/** Why an S3-compatible storage refuses a request, in sentences for the operator. */

/** The storage is unreachable, overloaded, or refuses this installation: an outage for sellers, whose requests may be repeated. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  readonly code = 'STORAGE_AWAY'
}

const keyText = '存储不接受 STORAGE_URL 里的访问密钥，或密钥没有这个存储桶的读写权限'
const clockText = '本机时钟与存储的相差太多，签名被拒绝：请校准这台机器的时间（NTP）'
const bucketText = 'STORAGE_URL 里的存储桶不存在，或在别的区域'
const regionText = 'STORAGE_URL 的 region 与存储桶的区域不符'
const hostText = '存储要求用带存储桶名的域名访问：请在 STORAGE_URL 里加 style=host'
const fullText = '存储空间或额度已用完'

/** Texts for the codes of error documents; the codes are those of the vendors' own documentation (`fixtures/replies/storage.ts`). */
const textByCode: Readonly<Record<string, string>> = {
  RequestTimeTooSkewed: clockText,
  RequestExpired: clockText,
  InvalidAccessKeyId: keyText,
  SignatureDoesNotMatch: keyText,
  AccessDenied: keyText,
  AllAccessDisabled: keyText,
  AccountProblem: '存储的账号有问题（例如欠费），已被停用',
  UserDisable: '存储的账号有问题（例如欠费），已被停用',
  NoSuchBucket: bucketText,
  PermanentRedirect: bucketText,
  TemporaryRedirect: bucketText,
  AuthorizationHeaderMalformed: regionText,
  IllegalLocationConstraintException: regionText,
  SecondLevelDomainForbidden: hostText,
  QuotaExceeded: fullText,
  XMinioStorageFull: fullText,
  InsufficientStorage: fullText,
}

const textByStatus: Readonly<Record<number, string>> = {
  301: bucketText,
  307: bucketText,
  401: keyText,
  403: keyText,
  507: fullText,
}

/** The beginning of a body without an error document, as a fact for the operator: another program may answer at this address. */
const excerptOf = (body: string): string => {
  const text = body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
  return text === '' ? '' : `，回应是“${text}”`
}

/** Returns what a refusal means, with the storage's own code; of a body that is no error document its beginning. */
export function refusalText(status: number, body: string): string {
  const code = /<Code>\s*([\w.]{1,80})\s*<\/Code>/.exec(body)?.[1]
  const known = code === undefined ? undefined : textByCode[code]
  if (code !== undefined) return `${known ?? textByStatus[status] ?? '存储拒绝了请求'}（${status} ${code}）`
  const isPage = /<html|<!doctype/i.test(body)
  return `${isPage ? '回应的不是 S3 存储，请检查 STORAGE_URL 的地址' : (textByStatus[status] ?? '存储拒绝了请求')}（${status}${excerptOf(body)}）`
}
