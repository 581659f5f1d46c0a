/** Upload forms that are posted to this server: for local storage, and for an S3 that browsers cannot reach. */
import type { Clock } from '../../ports/clock'
import type { TicketRequest, UploadTicket } from '../../ports/storage'
import { type PolicySigner, policyFields, type VerifiedUpload, verifyPolicy } from './post-policy'

export const ownUploadPath = '/api/files/upload'

export interface OwnTickets {
  issue(request: TicketRequest): UploadTicket
  /** Throws a Failure 'invalid' when the posted fields are not exactly those that were issued, or expired. */
  verify(fields: ReadonlyMap<string, string>): VerifiedUpload
}

export function createOwnTickets(options: { secret: string; publicUrl: string; clock: Clock }): OwnTickets {
  const signer: PolicySigner = { accessKey: 'kejiang', secret: options.secret, region: 'local', bucket: 'files' }
  return {
    issue: (request) => ({
      uploadUrl: `${options.publicUrl}${ownUploadPath}`,
      params: policyFields(request, signer, options.clock.now()),
    }),
    verify: (fields) => verifyPolicy(fields, signer, options.clock.now()),
  }
}
