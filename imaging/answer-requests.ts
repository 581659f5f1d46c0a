/** Worker-side half of `createWorkerClient`: one reply to each request, whatever happens. */
import { messageOf } from '../contract/ground/thrown'

/** A reply without the id of its request; of a union, each member. */
type Body<R> = R extends unknown ? Omit<R, 'id'> : never

interface AnswerOptions<R> {
  /** Memory that is handed to the page with a reply instead of being copied. */
  readonly transferOf?: (reply: Body<R>) => readonly Transferable[]
  /** The reply for an error; if absent, its text in `error`. */
  readonly failed?: (error: unknown) => Body<R>
}

/**
 * Answers the requests of this worker one after another, in the order of their arrival, because each may hold all pixels of a picture. The
 * page would not see an exception thrown in a worker, so an error is a reply, too.
 *
 * @param handle returns the reply to a request, without the id.
 */
export function answerRequests<Q extends { readonly id: number }, R extends { readonly id: number }>(
  handle: (request: Q) => Body<R> | Promise<Body<R>>,
  { transferOf = () => [], failed = (error) => ({ error: messageOf(error) }) as unknown as Body<R> }: AnswerOptions<R> = {},
): void {
  let last: Promise<void> = Promise.resolve()
  const answer = async (request: Q) => {
    const post = (reply: Body<R>) => self.postMessage({ ...reply, id: request.id }, { transfer: [...transferOf(reply)] })
    try {
      post(await handle(request))
    } catch (error) {
      post(failed(error))
    }
  }
  self.onmessage = ({ data }: MessageEvent<Q>) => {
    last = last.then(() => answer(data))
  }
}
