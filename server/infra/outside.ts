/** Holds back what acts outside of this server, while its database may be a copy of one that goes on elsewhere. */
import { OperatorFailure } from '../kernel/failure'
import { type Erp, ErpFailure } from '../ports/erp'
import type { Marketplace } from '../ports/marketplace'
import type { Payments } from '../ports/payments'
import type { PlatformHook, PlatformHooks } from '../ports/platform-hooks'

export const heldText = '本站的数据是恢复或复制来的，管理员确认之前不会同步、收款、退款和推送，请联系客服'

/** Returns why calls are held back now; null when they go out. */
type Held = () => string | null

type Method = (...args: unknown[]) => unknown

/** Returns the port with `refuse` before each of its methods but the `free` ones. */
function held<Port extends object>(
  port: Port,
  isHeld: Held,
  refuse: (why: string, method: keyof Port) => unknown,
  free: readonly (keyof Port)[] = [],
): Port {
  return new Proxy(port, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      const key = name as keyof Port
      if (typeof value !== 'function' || free.includes(key)) return value
      return (...args: unknown[]) => {
        const why = isHeld()
        return why === null ? (value as Method).apply(target, args) : refuse(why, key)
      }
    },
  })
}

const failureOf = (why: string): OperatorFailure => new OperatorFailure(heldText, new Error(why))
const reject = async (why: string): Promise<never> => {
  throw failureOf(why)
}

/** These answer at once, and not with a promise. */
const direct: ReadonlySet<string> = new Set(['authorizationUrl', 'orders'])

const refuseCall = (why: string, method: string): unknown => {
  if (direct.has(method)) throw failureOf(why)
  return reject(why)
}

export function heldMarketplace(port: Marketplace, isHeld: Held): Marketplace {
  const whole = {
    ...port,
    miniApps: port.miniApps && held(port.miniApps, isHeld, reject),
    ...(port.keys && { keys: held(port.keys, isHeld, reject) }),
  }
  return held(whole, isHeld, (why, method) => refuseCall(why, method))
}

/** Notices of the provider are still read: they are sent to the address that it knows, and move no money. */
export const heldPayments = (port: Payments, isHeld: Held): Payments => held(port, isHeld, reject, ['readNotice'])

/** A line that is held back was refused and not made, so that it is no doubtful one. */
export const heldErp = (port: Erp, isHeld: Held): Erp =>
  held(port, isHeld, () => Promise.reject(new ErpFailure('refused', heldText)))

export const heldPlatforms = (hooks: PlatformHooks, isHeld: Held): PlatformHooks =>
  Object.fromEntries(Object.entries(hooks).map(([type, hook]) => [type, held(hook as PlatformHook, isHeld, reject)]))
