import type { Measured, Step, World } from '../steps'
import { type Keeping, look, type Place, placeNames, places } from './markers'

const dayMs = 86_400_000

const agoText = (ms: number): string =>
  ms >= dayMs ? `${Number((ms / dayMs).toFixed(1))} 天` : ms >= 3_600_000 ? `${Math.floor(ms / 3_600_000)} 小时` : '不到 1 小时'

/** Results found once at this load are reused: a second look would only find this visit's own marker. */
export interface StorageMemory {
  readonly kept: Map<Place, number>
}

const best = (states: readonly (Keeping | undefined)[]): Keeping | 'absent' =>
  (['kept', 'written', 'lost', 'refused'] as const).find((one) => states.includes(one)) ?? 'absent'

const words: Readonly<Record<Keeping, string>> = { kept: '保留', lost: '丢失', written: '已写入', refused: '不让写' }

export const storageStep = (memory: StorageMemory, now: () => number = Date.now): Step => ({
  question: 'storage',
  title: '刷新和隔天以后，存下的内容还在不在',
  limitMs: 30_000,
  async measure({ platform, visit, expected }: World, { found }): Promise<Measured> {
    const client = (await platform.diagnosis?.clientStorage()) ?? null
    const states = new Map<Place, Keeping>()
    for (const [name, place] of places(client)) {
      const { keeping, age } = await look(place, { visit, expected, now: now() })
      if (keeping === 'kept') memory.kept.set(name, age)
      const state = memory.kept.has(name) ? 'kept' : keeping
      states.set(name, state)
      found({ [name]: state })
    }
    const pageStorage = best([states.get('localStorage'), states.get('indexedDB')])
    const clientStorage = best([states.get('client')])
    const oldest = Math.max(0, ...memory.kept.values())
    const facts = {
      ...Object.fromEntries(states),
      pageStorage,
      clientStorage,
      keptHours: Math.round((oldest / 3_600_000) * 10) / 10,
    }
    const figure = [...states].map(([name, state]) => `${placeNames[name]}：${words[state]}`).join('，')
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
      figure: oldest > 0 ? `${figure}；最早的标记在 ${agoText(oldest)}前` : figure,
      meaning: works ? '登录状态和草稿在刷新以后还在' : '刷新以后内容都没有了，每次打开都要重新登录，也没有草稿',
      facts,
    }
  },
})
