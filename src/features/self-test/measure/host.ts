import { engineText, redactText } from '../../../../adapters/diagnosis/redact'
import { type Measurement, notApplicable, refusalOf, type Step } from '../steps'

/** APIs of the client that the shell cannot work without. */
const requiredApis = ['sendMtop', 'uploadFile', 'getFileSystemManager', 'qn.saveFileToDisk']
const redactNames = (names: readonly string[]) => names.slice(0, 80).map((name) => redactText(name))

export const host: Step = {
  question: 'host',
  title: '外壳的逻辑层藏起了哪些名字',
  limitMs: 15_000,
  async measure(world, { signal }): Promise<Measurement> {
    const refusal = await refusalOf(world, 'diagnose.facts')
    const { diagnosis } = world.platform
    if (refusal || !diagnosis) return refusal ?? notApplicable
    const { shown, hidden, can, cannot, files, system } = await diagnosis.hostFacts({ signal, timeoutMs: 10_000 })
    const missing = requiredApis.filter((name) => cannot.includes(name))
    const facts = {
      shown: redactNames(shown),
      hidden: redactNames(hidden),
      can: redactNames(can),
      cannot: redactNames(cannot),
      files: redactNames(files),
      platform: redactText(system.platform ?? ''),
      system: redactText(system.system ?? ''),
      sdk: redactText(system.sdk ?? ''),
    }
    return {
      state: missing.length > 0 ? 'failed' : 'passed',
      figure:
        hidden.length > 0
          ? `藏起 ${hidden.length} 个：${hidden.slice(0, 4).join('、')}${hidden.length > 4 ? '…' : ''}`
          : '都看得到',
      meaning:
        missing.length > 0
          ? `客户端没有 ${missing.join('、')}，相应的功能用别的办法代替`
          : '外壳不用这些名字，藏不藏都能运行；要用的接口都有',
      facts,
    }
  },
}

/** Features with the Chrome version that introduced them: a missing one reveals the engine whatever its user agent says. */
const engineFeatures: readonly (readonly [string, number, () => boolean])[] = [
  ['Object.hasOwn', 93, () => 'hasOwn' in Object],
  ['Array.findLast', 97, () => 'findLast' in Array.prototype],
  ['structuredClone', 98, () => 'structuredClone' in window],
  ['AbortSignal.timeout', 103, () => 'timeout' in AbortSignal],
  ['CSS :has', 105, () => CSS.supports('selector(:has(a))')],
  ['Array.toSorted', 110, () => 'toSorted' in Array.prototype],
  ['Promise.withResolvers', 119, () => 'withResolvers' in Promise],
]
/** The oldest Chrome version that the plugin supports. */
const oldestChrome = 92

export const engine: Step = {
  question: 'event',
  title: '消息事件的形状和浏览器内核',
  limitMs: 15_000,
  async measure(world, { signal }): Promise<Measurement> {
    const chrome = Number(/Chrome\/(\d+)/.exec(navigator.userAgent)?.[1] ?? 0)
    const { diagnosis } = world.platform
    const canEcho = diagnosis && !(await refusalOf(world, 'diagnose.echo'))
    const echo = canEcho ? await diagnosis.echo({ send: 8, want: 8 }, { signal, timeoutMs: 10_000 }) : null
    const facts = {
      hostShape: redactText(echo?.shape ?? ''),
      hostNames: redactNames(echo?.names ?? []),
      pageShape: redactText(diagnosis?.shape() ?? ''),
      chrome: chrome || null,
      engine: engineText(navigator.userAgent),
      missing: engineFeatures.filter(([, , has]) => !has()).map(([name, version]) => `${name} (${version})`),
      framed: window.self !== window.top,
      secure: window.isSecureContext,
    }
    const old = chrome > 0 && chrome < oldestChrome
    const shape = echo
      ? `外壳收到 ${facts.hostShape || '不认识的形状'}，页面收到 ${facts.pageShape || '还没有消息'}`
      : '消息事件不适用'
    return {
      state: old || (echo !== null && facts.hostShape === '') ? 'failed' : 'passed',
      figure: `${chrome > 0 ? `Chrome ${chrome}` : '不是 Chrome 内核'}；${shape}`,
      meaning: old
        ? `内核比插件要求的 Chrome ${oldestChrome} 旧，请升级千牛`
        : echo
          ? '消息的形状和内核版本插件都认得'
          : '内核够新；这里不是千牛客户端，没有消息事件',
      facts,
    }
  },
}
