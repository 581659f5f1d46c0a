/** Awaits work and returns the response of calls that have no other result. */
export async function okReply(work: Promise<unknown>): Promise<{ ok: true }> {
  await work
  return { ok: true }
}
