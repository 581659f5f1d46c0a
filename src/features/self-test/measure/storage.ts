import type { Measurement, Step, StepContext } from '../steps'
import { checkMarker, openStorages, type Persistence, type StorageName, storageLabels } from './markers'

const dayMs = 86_400_000

const agoText = (ms: number): string =>
  ms >= dayMs ? `${Number((ms / dayMs).toFixed(1))} 天` : ms >= 3_600_000 ? `${Math.floor(ms / 3_600_000)} 小时` : '不到 1 小时'

/** Results found once at this load are reused: a second look would only find this visit's own marker. */
export interface StorageMemory {
  readonly ages: Map<StorageName, number>
}

const bestOf = (states: readonly (Persistence | undefined)[]): Persistence | 'absent' =>
  (['kept', 'written', 'lost', 'refused'] as const).find((one) => states.includes(one)) ?? 'absent'

const persistenceTexts: Readonly<Record<Persistence, string>> = {
  kept: '保留',
  lost: '丢失',
  written: '已写入',
  refused: '不让写',
}

export const storageStep = (memory: StorageMemory, now: () => number = Date.now): Step => ({
  question: 'storage',
  title: '刷新和隔天以后，存下的内容还在不在',
  limitMs: 30_000,
  async measure({ platform, visit, expected }: StepContext, { addFacts }): Promise<Measurement> {
    const client = (await platform.diagnosis?.clientStorage()) ?? null
    const states = new Map<StorageName, Persistence>()
    for (const [name, storage] of openStorages(client)) {
      const { persistence, age } = await checkMarker(storage, { visit, expected, now: now() })
      if (persistence === 'kept') memory.ages.set(name, age)
      const state = memory.ages.has(name) ? 'kept' : persistence
      states.set(name, state)
      addFacts({ [name]: state })
    }
    const pageStorage = bestOf([states.get('localStorage'), states.get('indexedDB')])
    const clientStorage = bestOf([states.get('client')])
    const oldestAge = Math.max(0, ...memory.ages.values())
    const facts = {
      ...Object.fromEntries(states),
      pageStorage,
      clientStorage,
      keptHours: Math.round((oldestAge / 3_600_000) * 10) / 10,
    }
    const figure = [...states].map(([name, state]) => `${storageLabels[name]}：${persistenceTexts[state]}`).join('，')
    if (![...states.values()].some((state) => state === 'kept' || state === 'lost')) {
      if ([...states.values()].includes('written')) {
        return {
          state: 'open',
          figure,
          meaning: '标记已经写好，请点“刷新页面再读”；过几天再来自检一次，还能知道隔天在不在',
          facts,
        }
      }
      return { state: 'failed', figure, meaning: '没有地方能存内容，每次打开都要重新登录，也没有草稿', facts }
    }
    const works = pageStorage === 'kept' || clientStorage === 'kept'
    return {
      state: works ? 'passed' : 'failed',
      figure: oldestAge > 0 ? `${figure}；最早的标记在 ${agoText(oldestAge)}前` : figure,
      meaning: works ? '登录状态和草稿在刷新以后还在' : '刷新以后内容都没有了，每次打开都要重新登录，也没有草稿',
      facts,
    }
  },
})
