/** `npm run shop -- authorize ACCOUNT | list ACCOUNT`: shops that come into being by an authorisation on their marketplace. */
import { ConfigError, readConfig } from '../config'
import { authorizeShop } from '../domain/shops/sessions'
import { canonicalUsername } from '../domain/users/service'
import { openDatabase } from '../infra/db/open'
import { openMarketplace } from '../infra/marketplace/open'
import { createSealer } from '../infra/sealer'
import { signingKey } from '../infra/storage/upload-key'
import type { Db, Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import { SessionExpired } from '../ports/marketplace'

const usage = `用法：
  npm run shop -- authorize ACCOUNT   授权淘宝店铺，已有的店铺则更新授权（授权密钥 SessionKey 从标准输入读取）
  npm run shop -- list ACCOUNT        列出账号的店铺和授权情况
例如：npm run shop -- authorize demo < session.txt`

type Needs = Pick<Deps, 'db' | 'clock' | 'sealer' | 'marketplace'>

/** The first line of piped input. Never an argument: those are seen by everyone on the machine and kept by the shell. */
async function readSession(): Promise<string> {
  if (process.stdin.isTTY) throw new Failure('invalid', `请从标准输入传入授权密钥\n${usage}`)
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) text += chunk
  const session = text.split(/\r?\n/)[0]?.trim() ?? ''
  if (!/^[\x21-\x7e]{10,200}$/.test(session)) throw new Failure('invalid', '标准输入中没有有效的授权密钥（SessionKey）')
  return session
}

async function findAccount(db: Db, name: string): Promise<number> {
  const row = await db
    .selectFrom('app_user')
    .select('account_id')
    .where('username', '=', canonicalUsername(name))
    .where('is_main', '=', true)
    .executeTakeFirst()
  if (!row) throw new Failure('not-found', `没有名为 ${name} 的主账号`)
  return row.account_id
}

async function authorize(deps: Needs, name: string, session: string): Promise<void> {
  const accountId = await findAccount(deps.db, name)
  const { nick, created } = await authorizeShop(deps, accountId, session).catch((error: unknown) => {
    if (error instanceof SessionExpired) throw new Failure('invalid', '授权密钥无效或已过期，请在淘宝重新授权，用新的密钥再试')
    throw error
  })
  console.log(created ? `已为账号 ${name} 添加淘宝店铺“${nick}”` : `淘宝店铺“${nick}”的授权已更新`)
}

async function list({ db }: Needs, name: string): Promise<void> {
  const rows = await db
    .selectFrom('shop')
    .select(['type', 'name', 'seller_nick', 'session_sealed', 'session_failed_at'])
    .where('account_id', '=', await findAccount(db, name))
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const good = row.session_sealed !== null && row.session_failed_at === null
    const state = row.seller_nick === null ? '' : `\t${row.seller_nick}\t${good ? '授权有效' : '授权已过期'}`
    console.log(`${row.type}\t${row.name}${state}`)
  }
  if (rows.length === 0) console.log('还没有店铺')
}

async function run([command, name]: readonly string[]): Promise<void> {
  if ((command !== 'authorize' && command !== 'list') || !name) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  // This command opens no port: what guards a public demo does not concern it.
  const config = readConfig({ ...process.env, HOST: undefined })
  const session = command === 'authorize' ? await readSession() : ''
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
  try {
    const clock = { now: () => new Date() }
    const sealer = createSealer(config.secretKey ?? (await signingKey(database.db, 'sealing-key')))
    const deps: Needs = { db: database.db, clock, sealer, marketplace: openMarketplace(config.marketplace, clock) }
    if (command === 'authorize') await authorize(deps, name, session)
    else await list(deps, name)
  } finally {
    await database.close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (error instanceof ConfigError) for (const problem of error.problems) console.error(problem)
  else console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
