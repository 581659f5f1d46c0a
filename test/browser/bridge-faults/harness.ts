/** Runs one scenario at a time in the simulator's frame. bridge-faults.test.ts bundles and serves it. */
import { loadClientScript } from '../../../adapters/qianniu/script'
import type { SingleSlot } from '../../../bridge/page/channels'
import { slotChannel } from '../../../bridge/page/channels'
import { connectHost } from '../../../bridge/page/connect'
import type { Simulator } from '../../../bridge/simulator/page'
import { messageOf } from '../../../contract/ground/thrown'
import { type Lab, scenarios } from './scenarios'

const sim = Reflect.get(window.parent, 'kejiangSimulator') as Simulator
const calm = { ...sim.settings(), latency: 2 }

const clientScript = loadClientScript('/simulator/web-view.js')

async function run(id: string): Promise<string | null> {
  await clientScript
  const my = Reflect.get(window, 'my') as SingleSlot
  const lab: Lab = {
    my,
    sim,
    async page({ wait = true, ...options } = {}) {
      const page = connectHost(slotChannel(my), { pageVersion: '0.0.0-test', ...options })
      if (wait) await page.ready()
      return page
    },
    tamper: (frameTamper) => sim.tamper(frameTamper),
    chats: (nick) => sim.events().filter((event) => event.includes(nick)).length,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
  try {
    const scenario = scenarios[id]
    if (!scenario) return `no scenario ${id}`
    await scenario(lab)
    return null
  } catch (error) {
    return messageOf(error)
  } finally {
    sim.tamper(null)
    sim.change(calm)
  }
}
Reflect.set(window, 'harness', { run })
