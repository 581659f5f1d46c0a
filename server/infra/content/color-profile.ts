import { Failure } from '../../kernel/failure'
import type { Content } from '../../ports/examiner'

/** Accepts ICC profiles of CMYK printers by which colours can be converted; refuses others with the reason. */
export async function examineColorProfile(bytes: Buffer): Promise<Content> {
  const problem = await (await import('../render/ink-file')).inkProfileProblem(bytes)
  if (problem !== null) throw new Failure('unsupported-file', problem)
  return { bytes, contentType: 'application/vnd.iccprofile', extension: 'icc', width: null, height: null }
}
