/** Schemas of the home screen: what is to do, how the sources of orders go on, and numbers. */
import { z } from 'zod'
import { firstSteps, orderTodoKeys, trendDays, trendKinds } from '../rules/home'
import { time } from './common'

const count = z.number().int().min(0)

const period = z.object({
  orders: count,
  /** Customized images that were paid for, and the credits that they took; null for a user who may not see credits. */
  paid: z.object({ images: count, credits: count }).nullable(),
})

/** Each part is null for a user who may not see it. */
export const home = z.object({
  /** Steps to the first case that are done; null as well once the seller has put the list away. */
  firstSteps: z.array(z.enum(firstSteps)).nullable(),
  todos: z
    .object({
      orders: z.array(z.object({ key: z.enum(orderTodoKeys), count })),
      /** Cases that were refunded, closed or changed after they were paid for or pushed, or that a factory does not make. */
      alarms: count,
      /** Orders that their marketplace has and that could not be read. */
      unread: count,
      /** Orders whose pictures a person has to look at. */
      approvals: count,
      /** Shops that once were authorised or connected and whose orders are not read any more until the seller acts. */
      stoppedShops: count,
      /** Pieces that wait on the own print floor; 0 for a user who may not see it. */
      toPrint: count,
      /** Credits that do not last, with what they are needed for; null: they do, or the user may not buy any. */
      lowCredits: z.object({ left: count, toPay: count, threeDays: count }).nullable(),
    })
    .nullable(),
  /** Numbers since the beginning of today in Beijing, and of the last seven days, today included. */
  numbers: z.object({ today: period, week: period }).nullable(),
})

export const trendQuery = z.object({
  by: z.enum(trendKinds),
  days: z.enum(trendDays).transform(Number).default(30),
})

export const trends = z.object({
  /** The beginning of the first day. */
  from: time,
  /** The most first; each has a count per day. Of a kind with very many members, those with the fewest are one series without a name. */
  items: z.array(z.object({ name: z.string().nullable(), counts: z.array(count) })),
})
