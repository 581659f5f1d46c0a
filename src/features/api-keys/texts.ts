/** Texts of the list of API keys. Pure. */
import { keyAreas, keyMoneyKinds, keyWarningDays } from '../../../contract/rules/key-rights'
import { areaNames, moneyNames, moneyUnits } from '../../../contract/rules/key-texts'
import type { ApiKey } from '../../../contract/types'
import { beijingDay } from '../../base/beijing-time'
import { countText } from '../../base/money'

const dayMs = 24 * 60 * 60 * 1000

/** 订单（查看和修改）、工厂（查看）; then what it may spend a day and what it spent today. */
export function rightsText({ rights, ceilings, usedToday }: Pick<ApiKey, 'rights' | 'ceilings' | 'usedToday'>): string[] {
  const areas = keyAreas.flatMap((area) => {
    const right = rights[area]
    return right === undefined ? [] : [`${areaNames[area]}（${right === 'write' ? '查看和修改' : '查看'}）`]
  })
  const money = keyMoneyKinds.flatMap((kind) => {
    const ceiling = ceilings[kind]
    if (ceiling === undefined) return []
    const used = usedToday[kind] ?? 0
    return [`${moneyNames[kind]}：每天 ${countText(ceiling)} ${moneyUnits[kind]}，今天已用 ${countText(used)}`]
  })
  return [areas.join('、'), ...money].filter((text) => text !== '')
}

export const isLive = ({ revokedAt, expiresAt }: ApiKey, now: number): boolean => revokedAt === null && expiresAt > now

interface KeyState {
  readonly text: string
  /** A key that ends within the time of the first warning is `ending`. */
  readonly kind: 'good' | 'ending' | 'ended'
}

export function keyState(key: ApiKey, now: number): KeyState {
  const day = beijingDay(key.expiresAt)
  if (key.revokedAt !== null) return { text: `${beijingDay(key.revokedAt)} 作废`, kind: 'ended' }
  if (key.expiresAt <= now) return { text: `${day} 到期`, kind: 'ended' }
  const left = Math.ceil((key.expiresAt - now) / dayMs)
  return left <= keyWarningDays[0] ? { text: `${day}，还有 ${left} 天`, kind: 'ending' } : { text: day, kind: 'good' }
}
