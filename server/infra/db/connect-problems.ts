/** Why a PostgreSQL cannot be used, in sentences for the operator; the driver says it in English, and names neither setting nor way out. */
import { ConnectionLost } from './connection'

const modes = [
  'sslmode=verify-full&sslrootcert=/路径/ca.pem（校验证书和主机名，推荐）',
  'sslmode=verify-ca&uselibpqcompat=true&sslrootcert=/路径/ca.pem（不校验主机名）',
  'sslmode=no-verify（加密但不校验）',
].join('、')

const untrusted = `PostgreSQL 的证书不是由这台机器信任的机构签发的。sslmode=require 也校验证书，请在 DATABASE_URL 里写 ${modes}，或用 NODE_EXTRA_CA_CERTS 指定 CA 证书的文件`

/** Sentences by the code of PostgreSQL, of Node's network or of its TLS. */
const textByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: '连不上 PostgreSQL：DATABASE_URL 的主机和端口没有程序在听，请检查地址、端口和 PostgreSQL 是否已启动',
  ENOTFOUND: '连不上 PostgreSQL：找不到 DATABASE_URL 里的主机名',
  EAI_AGAIN: '连不上 PostgreSQL：暂时无法解析 DATABASE_URL 里的主机名，请检查 DNS',
  ETIMEDOUT: '连不上 PostgreSQL：没有回应，请检查 DATABASE_URL 的地址和防火墙',
  EHOSTUNREACH: '连不上 PostgreSQL：到不了 DATABASE_URL 里的主机',
  ENETUNREACH: '连不上 PostgreSQL：到不了 DATABASE_URL 里的主机',
  '28P01': 'PostgreSQL 不接受 DATABASE_URL 里的用户名或密码（密码里的 /、+、:、@ 要写成百分号编码）',
  '28000':
    'PostgreSQL 不让这个用户从这台机器连接：请检查 DATABASE_URL 的用户和它的 pg_hba.conf；要求加密时写 sslmode=verify-full 或 no-verify',
  '3D000': 'PostgreSQL 里没有 DATABASE_URL 说的数据库，请先创建它',
  '42501': '这个 PostgreSQL 用户没有在数据库里建表的权限：数据库应当属于它（createdb --owner）',
  '53300': 'PostgreSQL 的连接已满：请减小 DATABASE_POOL，或增加 max_connections',
  '57P03': 'PostgreSQL 还在启动或恢复',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  CERT_HAS_EXPIRED: 'PostgreSQL 的证书已过期，请更换它',
  CERT_NOT_YET_VALID: 'PostgreSQL 的证书还没有生效：请检查它和这台机器的时间',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'PostgreSQL 的证书上没有 DATABASE_URL 里的主机名：请用证书上的名字，或写 sslmode=verify-ca&uselibpqcompat=true&sslrootcert=…',
}

/** Sentences by what the driver or a pooler says where it gives no code of its own. */
const textByMessage: readonly (readonly [RegExp, string])[] = [
  [/does not support SSL connections/i, 'PostgreSQL 没有启用 TLS：请在 DATABASE_URL 里去掉 sslmode，或写 sslmode=disable'],
  [/no such database|database ".*" does not exist/i, textByCode['3D000'] ?? ''],
  [/password authentication failed|SASL|no password supplied|client password must be a string/i, textByCode['28P01'] ?? ''],
  [/no encryption|SSL required|pg_hba/i, textByCode['28000'] ?? ''],
  [/timeout expired|Connection terminated due to connection timeout/i, textByCode.ETIMEDOUT ?? ''],
]

const causeOf = (error: unknown): Error | null => {
  const cause = error instanceof ConnectionLost || error instanceof AggregateError ? inner(error) : error
  return cause instanceof Error ? cause : null
}

const inner = (error: ConnectionLost | AggregateError): unknown =>
  error instanceof AggregateError ? error.errors[0] : causeOf(error.cause)

/** Returns an error with a sentence for what is wrong with DATABASE_URL or the server behind it; any other error as it is. */
export function connectProblem(error: unknown): unknown {
  const cause = causeOf(error)
  if (!cause) return error
  const { code = '', path } = cause as Error & { code?: string; path?: string }
  // The driver reads the files that sslrootcert, sslcert and sslkey name.
  const missingFile = code === 'ENOENT' && path !== undefined ? `DATABASE_URL 里的文件 ${path} 不存在` : undefined
  const text = missingFile ?? textByCode[code] ?? textByMessage.find(([pattern]) => pattern.test(cause.message))?.[1]
  return text === undefined ? cause : new Error(`${text} (${code ? `${code}: ` : ''}${cause.message})`, { cause })
}
