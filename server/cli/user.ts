/** `npm run user -- add NAME | passwd NAME | list`: manages merchant accounts; for the operator of the server. */
import { newPassword } from '../../contract/schemas/users'
import type { Config } from '../config'
import { changePassword, createAccount, findUserId, issueSetupToken, setupLinkMs } from '../domain/users/accounts'
import { canonicalUsername } from '../domain/users/service'
import type { Deps } from '../kernel/context'
import { Failure } from '../kernel/failure'
import { readPiped, runCommand, UsageError, withDatabase } from './command'

const usage = `Usage:
  npm run user -- add NAME      creates a merchant account (reads the password from standard input; without input it prints a
                                one-time link that sets one)
  npm run user -- passwd NAME   changes the password (likewise)
  npm run user -- list          lists all accounts`

type Needs = Pick<Deps, 'db' | 'clock'>

/** Undefined at a terminal or when nothing is piped. Throws a Failure for an invalid password. */
async function readPassword(): Promise<string | undefined> {
  const password = await readPiped()
  if (!password) return undefined
  const parsed = newPassword.safeParse(password)
  if (!parsed.success) throw new Failure('invalid', parsed.error.issues[0]?.message ?? '密码不符合要求')
  return parsed.data
}

async function printLink(deps: Needs, userId: number, config: Config): Promise<void> {
  const token = await issueSetupToken(deps, userId)
  const base = config.publicUrl || `http://127.0.0.1:${config.port}`
  console.log(`请在 ${setupLinkMs / 3_600_000} 小时内打开以下链接设置密码（仅可使用一次）：\n${base}/login#setup=${token}`)
}

async function add(deps: Needs, name: string, password: string | undefined, config: Config): Promise<void> {
  const { userId } = await createAccount(deps, password === undefined ? { name } : { name, password })
  console.log(`账号 ${name} 已创建`)
  if (password === undefined) await printLink(deps, userId, config)
}

async function passwd(deps: Needs, name: string, password: string | undefined, config: Config): Promise<void> {
  const userId = await findUserId(deps.db, canonicalUsername(name))
  if (userId === null) throw new Failure('not-found', `没有名为 ${name} 的账号`)
  if (password === undefined) return printLink(deps, userId, config)
  await changePassword(deps, userId, password)
  console.log(`账号 ${name} 的密码已修改，已登录的设备需要重新登录`)
}

async function list({ db }: Needs): Promise<void> {
  const rows = await db
    .selectFrom('app_user')
    .select(['username', 'is_main', 'enabled', 'password_hash'])
    .orderBy('username')
    .execute()
  for (const row of rows) {
    const notes = [
      row.is_main ? '主账号' : '子账号',
      ...(row.enabled ? [] : ['已停用']),
      ...(row.password_hash ? [] : ['未设置密码']),
    ]
    console.log(`${row.username}\t${notes.join('，')}`)
  }
  if (rows.length === 0) console.log('还没有账号')
}

await runCommand(async ([command, name = '']) => {
  if (command !== 'list' && !((command === 'add' || command === 'passwd') && name)) throw new UsageError(usage)
  const password = command === 'list' ? undefined : await readPassword()
  await withDatabase(async ({ config, ...deps }) => {
    if (command === 'add') await add(deps, name, password, config)
    else if (command === 'passwd') await passwd(deps, name, password, config)
    else await list(deps)
  })
})
