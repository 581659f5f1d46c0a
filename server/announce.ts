/** Announces in the log that the server has started, and with which settings. */
import { resolve } from 'node:path'
import type { Config } from './config'
import { targetName } from './infra/backup/target'
import type { Log } from './kernel/log'

export const demoUser = 'demo'
const moderationNames = {
  review: '卖家审核带照片的设计',
  demo: '演示检查（「违禁」拒绝，「可疑」审核）',
  http: '检查程序',
  aliyun: '阿里云内容安全',
} as const

interface Started {
  readonly kind: 'embedded' | 'postgres'
  readonly port: number
  /** Where the files are. */
  readonly storage: string
  readonly webDir: string | undefined
  /** Whether pictures are cut out here. */
  readonly cutsOut: boolean
}

/** Says that the server has started, and where everything is: a line for programs, or a text for a person. */
export function announce(log: Log, config: Config, started: Started): void {
  const shown = config.host.includes(':') ? `[${config.host}]` : config.host
  const address = config.publicUrl || `http://${shown === '0.0.0.0' ? '127.0.0.1' : shown}:${started.port}`
  const backups = config.backupTo ? targetName(config.backupTo) : null
  // BACKUP_TO=off says that the operator takes care of it.
  if (backups === null && !config.backupsOff)
    log.error('没有备份：PostgreSQL 不会自动备份，请设 BACKUP_TO，或用别的办法备份数据库和文件后设 BACKUP_TO=off', null)
  if (config.logFormat === 'json') {
    const { port, kind: database, storage, cutsOut } = started
    log.info('壳匠已启动', { address, port, database, storage, backups: backups ?? 'off', demo: config.demo, cutsOut })
    return
  }
  const lines = [
    `壳匠已启动  ${address}`,
    `  数据库    ${started.kind === 'embedded' ? `内嵌（${resolve(config.dataDir)}）` : 'PostgreSQL'}`,
    `  文件      ${started.storage}`,
    `  备份      ${backups ?? '没有'}`,
    started.webDir ? `  页面      ${started.webDir}` : '  页面      没有找到构建好的插件（请先 npm run build），只提供接口',
  ]
  lines.push(
    `  淘宝      ${config.taobao?.gateway ?? (config.demo ? '内置的模拟网关（设 TOP_APP_KEY、TOP_APP_SECRET 连接淘宝）' : '未接入（请配置 TOP_APP_KEY、TOP_APP_SECRET）')}`,
  )
  lines.push(
    `  工厂      ${config.erp ? `${config.erp.name}  ${config.erp.url}` : config.demo ? '内置的演示工厂（不会真实生产）' : '未开通（请配置 ERP_URL）'}`,
  )
  if (config.cutout.host) lines.push(`  抠图      ${config.cutout.host}`)
  else if (!started.cutsOut) lines.push('  抠图      没有找到模型（请先 npm run build），不提供抠图')
  if (config.moderation.kind !== 'none') lines.push(`  内容检查  ${moderationNames[config.moderation.kind]}`)
  lines.push(`  收款      ${config.alipay ? '支付宝' : config.demo ? '演示收银台（不会真实扣款）' : '未开通（请配置 ALIPAY_*）'}`)
  if (config.demo) {
    if (started.webDir) lines.push(`  千牛模拟  ${address}/simulator`, `  买家手机  ${address}/simulator/phone`)
    lines.push(`  演示账号  ${demoUser} / ${config.demoPassword}（DEMO=0 关闭）`)
  }
  console.log(lines.join('\n'))
}
