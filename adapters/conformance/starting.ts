import { type Check, expect } from './world'

/** Checks of `ready`, capabilities and states. */
export const starting: readonly Check[] = [
  {
    name: 'ready resolves with the environment and its capabilities',
    async run({ platform }) {
      const info = await platform.ready()
      expect(/^[a-z][a-z0-9-]{0,31}$/.test(info.environment), 'the environment has a name', info.environment)
      expect(info.maxFileBytes > 0, 'the largest file is known', info.maxFileBytes)
      for (const capability of ['storage', 'file.save', 'link.open', 'chat.open'] as const) {
        expect(platform.can(capability), `every platform has ${capability}`)
      }
      expect(
        [...info.capabilities].every((one) => platform.can(one)),
        'can() and ready() agree',
        [...info.capabilities],
      )
      expect(platform.can('http') === (platform.http !== undefined), 'http is offered exactly where it is a capability')
    },
  },
  {
    name: 'onState calls a new listener at once, and not after it was removed',
    async run({ platform }) {
      await platform.ready()
      const states: string[] = []
      const unsubscribe = platform.onState((state) => states.push(state))
      unsubscribe()
      platform.dispose()
      expect(states.length === 1 && states[0] === 'ready', 'one state, ready', states)
    },
  },
]
