import { describe, expect, test } from 'vitest'
import { readConfig } from './config'
import { typingDistance } from './config-unknown'

/** Misspelled settings, and the one that is meant; null where none is near. */
const mistakes: readonly (readonly [string, string | null])[] = [
  ['BACKUPTO', 'BACKUP_TO'],
  ['BACKUP_DIR', null],
  ['STORAGE_URI', 'STORAGE_URL'],
  ['STORAGEURL', 'STORAGE_URL'],
  ['STORAGE_QUOTAS', 'STORAGE_QUOTA'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['SECRETKEY', 'SECRET_KEY'],
  ['SECRET_KEYS', 'SECRET_KEY'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['PUBLIC-URL', 'PUBLIC_URL'],
  ['METRIC_PORT', 'METRICS_PORT'],
  ['MODERATION_KEY', null],
  ['ALIPAY_APPID', 'ALIPAY_APP_ID'],
  ['ALIPAY_CERT', null],
  ['WECHAT_STORE_APPID', 'WECHAT_STORE_APP_ID'],
  ['TOP_APPKEY', 'TOP_APP_KEY'],
  ['ERP_TOKEN', null],
  ['OPERATOR_TOKENS', 'OPERATOR_TOKEN'],
  ['KEJIANG_PORT_NUMBER', null],
]

/** Variables of the world around a program, which nobody meant for it. */
const foreign = [
  ...['PATH', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'TERM', 'SHELL', 'PWD', 'LANG', 'LC_ALL', 'TZ', 'USER', 'MAIL', 'TOP', 'DEMOS'],
  ...[
    'NODE_ENV',
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
    'UV_THREADPOOL_SIZE',
    'npm_config_cache',
    'npm_package_name',
    'CI',
    'VITEST',
  ],
  ...['INVOCATION_ID', 'JOURNAL_STREAM', 'CREDENTIALS_DIRECTORY', 'STATE_DIRECTORY', 'MANAGERPID', 'SYSTEMD_EXEC_PID'],
  ...['HTTP_PROXY', 'https_proxy', 'NO_PROXY', 'SSL_CERT_FILE', 'PGHOST', 'PGPASSWORD', 'POSTGRES_PASSWORD', 'MINIO_ROOT_USER'],
  ...[
    'KUBERNETES_SERVICE_HOST',
    'ERP_SERVICE_HOST',
    'ERP_SERVICE_PORT_HTTP',
    'STORAGE_PORT',
    'STORAGE_PORT_9000_TCP_ADDR',
    'BACKUP_PORT_80_TCP',
  ],
  ...[
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_TRACES_SAMPLER',
    'OTEL_BSP_SCHEDULE_DELAY',
    'AWS_SECRET_ACCESS_KEY',
    'SECRET_KEY_BASE',
    'API_BASE',
  ],
  ...[
    'SERVERS',
    'CUTOUT',
    'COMPOSE_PROJECT_NAME',
    'CHROME_PATH',
    'TEST_WAIT_MS',
    'DEBIAN_FRONTEND',
    'LOGNAME',
    'LS_COLORS',
    'PUBLIC_PATH',
  ],
]

describe('a name of the environment', () => {
  test.each(mistakes)('%s is refused as no setting, and %s is offered', (name, meant) => {
    const read = () => readConfig({ [name]: 'x' })
    expect(read).toThrow(`环境变量 ${name} 不是本程序的设置`)
    if (meant) expect(read).toThrow(`是不是 ${meant}`)
    expect(() => readConfig({ [name]: 'x', IGNORE_SETTINGS: `OTHER, ${name}` })).not.toThrow()
  })

  test.each(foreign)('%s is nobody’s mistake', (name) => {
    expect(() => readConfig({ [name]: 'x' })).not.toThrow()
  })

  test('a name that resembles a setting which is set as well belongs to another program', () => {
    expect(() => readConfig({ SECRETKEY: 'x', SECRET_KEY: 'k'.repeat(32) })).not.toThrow()
  })

  test('the distance of two names counts letters that are inserted, left out, changed or swapped', () => {
    const distances = ['', 'ABC', 'ACB', 'AC', 'ABCD', 'XBC', 'CBA'].map((text) => typingDistance('ABC', text))
    expect(distances).toEqual([3, 0, 1, 1, 1, 1, 2])
  })
})
