/** The answer of a call that has nothing to tell but that it was carried out. */
export async function done(work: Promise<unknown>): Promise<{ ok: true }> {
  await work
  return { ok: true }
}
