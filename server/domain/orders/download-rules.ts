/** Download rules of an account: the naming of downloaded files. */
import { type DownloadRulePart, downloadRuleParts } from '../../../contract/rules/name-parts'
import type { DownloadRules } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'

const settingName = 'download-rules'

/**
 * The default: all parts in the order of the specification, which gives no other. The list of order numbers is only made on
 * request.
 */
const defaultRules: DownloadRules = { rules: [...downloadRuleParts], withOrderIdFile: false }

/** Removes duplicate parts; returns the default order when one of the six is missing. */
function completeRules({ rules, withOrderIdFile }: DownloadRules): DownloadRules {
  const once = [...new Set(rules)]
  const isComplete = downloadRuleParts.every((part) => once.includes(part))
  return { rules: isComplete ? once : [...defaultRules.rules], withOrderIdFile }
}

const isPart = (value: unknown): value is DownloadRulePart => (downloadRuleParts as readonly unknown[]).includes(value)

export async function readRules({ db, actor }: Ctx): Promise<DownloadRules> {
  const row = await db
    .selectFrom('account_setting')
    .select('value')
    .where('account_id', '=', actor.accountId)
    .where('name', '=', settingName)
    .executeTakeFirst()
  if (!row) return defaultRules
  // Only `writeRules` writes it, but maybe in an older version with other parts.
  const { rules, withOrderIdFile } = row.value as Partial<Record<keyof DownloadRules, unknown>>
  return completeRules({ rules: Array.isArray(rules) ? rules.filter(isPart) : [], withOrderIdFile: withOrderIdFile === true })
}

export async function writeRules({ db, actor }: Ctx, rules: DownloadRules): Promise<DownloadRules> {
  const completed = completeRules(rules)
  await db
    .insertInto('account_setting')
    .values({ account_id: actor.accountId, name: settingName, value: JSON.stringify(completed) })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet({ value: JSON.stringify(completed) }))
    .execute()
  return completed
}
