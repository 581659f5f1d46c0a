import { redactText } from '../../../../adapters/diagnosis/redact'
import type { Measurement, Step } from '../steps'

/** An address that never exists: a policy refuses it before the name lookup could fail. */
const missingUrl = 'https://self-test.invalid/'
const imageMs = 3000
/** Violations are reported in a later task, after at most this many ms. */
const violationDelayMs = 60

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const knownHosts = /alicdn|taobao|tbcdn|tmall|appx|webview/

/** The directives of a policy; hosts other than the platform's own are replaced by …. */
export const policyText = (policy: string): readonly string[] =>
  policy
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .slice(0, 40)
    .map((directive) => {
      const [name = '', ...sources] = directive.split(/\s+/)
      const shownSources = sources.map((source) => (/^'|:$|^\*$/.test(source) || knownHosts.test(source) ? source : '…'))
      return [name, ...new Set(shownSources)].join(' ').slice(0, 200)
    })

const imageLoads = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const image = new Image()
    const timer = setTimeout(() => resolve(false), imageMs)
    const end = (loaded: boolean) => {
      clearTimeout(timer)
      resolve(loaded)
    }
    image.onload = () => end(true)
    image.onerror = () => end(false)
    image.src = address
  })

const isReachable = (address: string, signal: AbortSignal): Promise<boolean> =>
  fetch(address, { signal }).then(
    ({ ok }) => ok,
    () => false,
  )

function canEvaluate(): boolean {
  try {
    return Reflect.construct(Function, ['return true'])() === true
  } catch {
    return false
  }
}

/** Adds an element, runs the check, and removes the element. */
function withElement(tag: 'script' | 'style', text: string, check: () => boolean): boolean {
  const element = document.createElement(tag)
  element.textContent = text
  document.head.append(element)
  try {
    return check()
  } finally {
    element.remove()
  }
}

const runsInlineScript = (): boolean =>
  withElement('script', 'document.documentElement.dataset.selfTest = "1"', () => {
    const ran = document.documentElement.dataset.selfTest === '1'
    delete document.documentElement.dataset.selfTest
    return ran
  })

const appliesInlineStyle = (): boolean =>
  withElement('style', 'html { --self-test: 1 }', () =>
    getComputedStyle(document.documentElement).getPropertyValue('--self-test').includes('1'),
  )

async function blobChecks(signal: AbortSignal) {
  const bytes = Uint8Array.from(atob(pixel.slice(pixel.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: 'image/gif' }))
  try {
    return { imageBlob: await imageLoads(address), connectBlob: await isReachable(address, signal) }
  } finally {
    URL.revokeObjectURL(address)
  }
}

export const policy: Step = {
  question: 'policy',
  title: '页面的安全策略（CSP）拦住了什么',
  limitMs: 20_000,
  async measure(_, { signal, addFacts }): Promise<Measurement> {
    const refused = new Set<string>()
    let text = ''
    const onViolation = (event: SecurityPolicyViolationEvent) => {
      refused.add(event.effectiveDirective)
      text = event.originalPolicy
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    try {
      const evaluated = canEvaluate()
      const script = runsInlineScript()
      const style = appliesInlineStyle()
      addFacts({ eval: evaluated, inlineScript: script, inlineStyle: style })
      const imageData = await imageLoads(pixel)
      const connectData = await isReachable(pixel, signal)
      const { imageBlob, connectBlob } = await blobChecks(signal)
      await isReachable(missingUrl, signal)
      await new Promise((resolve) => setTimeout(resolve, violationDelayMs))
      const facts = {
        inForce: refused.size > 0,
        refused: [...refused].map((name) => redactText(name)).sort(),
        policy: policyText(text),
        eval: evaluated,
        inlineScript: script,
        inlineStyle: style,
        imageData,
        imageBlob,
        connectData,
        connectBlob,
        connectAnywhere: !refused.has('connect-src'),
      }
      const works = imageData && imageBlob && connectData && connectBlob && style
      return {
        state: works ? 'passed' : 'failed',
        figure: refused.size > 0 ? `有策略，拦住了 ${facts.refused.join('、')}` : '没有策略拦住什么',
        meaning: works
          ? '插件要用的图片、样式和内存文件都放行；eval 和内嵌脚本插件不用'
          : '插件要用的图片、样式或内存文件被拦住了，请改用远程页面并把报告发给客服',
        facts,
      }
    } finally {
      document.removeEventListener('securitypolicyviolation', onViolation)
    }
  },
}
