import { describe, expect, test } from 'vitest'
import { connectProblem } from './connect-problems'
import { ConnectionLost } from './connection'

const failure = (code: string, message: string, more: object = {}) => Object.assign(new Error(message), { code, ...more })

/** Errors of the driver, Node's network, its TLS, PostgreSQL and PgBouncer, each with a part of the sentence for it. */
const problems: readonly (readonly [string, Error, RegExp])[] = [
  [
    'an own certificate authority',
    failure('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'),
    /verify-full&sslrootcert.*verify-ca&uselibpqcompat.*no-verify.*NODE_EXTRA_CA_CERTS/,
  ],
  ['a self-signed certificate', failure('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), /sslmode=verify-full/],
  [
    'a chain with a self-signed root',
    failure('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'),
    /sslmode=no-verify/,
  ],
  [
    'an issuer that is not there',
    failure('UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unable to get local issuer certificate'),
    /sslrootcert/,
  ],
  ['an expired certificate', failure('CERT_HAS_EXPIRED', 'certificate has expired'), /已过期/],
  [
    'a certificate for another name',
    failure('ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames"),
    /主机名/,
  ],
  ['a server without TLS', new Error('The server does not support SSL connections'), /sslmode=disable/],
  ['a missing file of the CA', failure('ENOENT', 'ENOENT: no such file', { path: '/etc/ca.pem' }), /\/etc\/ca\.pem 不存在/],
  ['a wrong password', failure('28P01', 'password authentication failed for user "kejiang"'), /用户名或密码/],
  ['no password at all', new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /用户名或密码/],
  ['a host that pg_hba.conf refuses', failure('28000', 'no pg_hba.conf entry for host "10.0.0.1", no encryption'), /pg_hba/],
  ['a database that does not exist', failure('3D000', 'database "shop" does not exist'), /先创建/],
  ['a database that the pooler does not know', failure('08P01', 'no such database: shop'), /先创建/],
  ['a wrong port', failure('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5433'), /端口没有程序在听/],
  ['a wrong host', failure('ENOTFOUND', 'getaddrinfo ENOTFOUND db'), /主机名/],
  ['a firewall', new Error('timeout expired'), /防火墙/],
  ['too many connections', failure('53300', 'sorry, too many clients already'), /DATABASE_POOL/],
  ['a role that may not create tables', failure('42501', 'permission denied for schema public'), /--owner/],
]

describe('a PostgreSQL that cannot be used', () => {
  test.each(problems)('a failure because of %s is explained in Chinese, with the driver’s words', (_, error, expected) => {
    for (const thrown of [error, new ConnectionLost('没有可用的数据库连接', error), new AggregateError([error])]) {
      const explained = connectProblem(thrown) as Error
      expect(explained.message).toMatch(expected)
      expect(explained.message).toContain(error.message)
    }
  })

  test('a failed connection with an unknown problem keeps its own words', () => {
    const strange = failure('XX000', 'something else')
    expect(connectProblem(new ConnectionLost('没有可用的数据库连接', strange))).toBe(strange)
  })
})
