/**
 * The root of AWS Nitro Enclaves (`aws.nitro-enclaves`, G1, until 2049): a certificate as base64 of DER.
 *
 * It is the first entry of the cabundle of real attestation documents, and the file `AWS_NitroEnclaves_Root-G1.zip` has it. AWS publishes
 * the SHA-256 of its DER, which a test computes: 641a0321a3e244efe456463195d606317ed7cdcc3c1756e09893f3c68f79bb5b.
 *
 * @see https://docs.aws.amazon.com/enclaves/latest/user/verify-root.html
 */
export const awsNitroRoot: string =
  'MIICETCCAZagAwIBAgIRAPkxdWgbkK/hHUbMtOTn+FYwCgYIKoZIzj0EAwMwSTELMAkGA1UEBhMCVVMxDzANBgNVBAoMBkFtYXpv' +
  'bjEMMAoGA1UECwwDQVdTMRswGQYDVQQDDBJhd3Mubml0cm8tZW5jbGF2ZXMwHhcNMTkxMDI4MTMyODA1WhcNNDkxMDI4MTQyODA1' +
  'WjBJMQswCQYDVQQGEwJVUzEPMA0GA1UECgwGQW1hem9uMQwwCgYDVQQLDANBV1MxGzAZBgNVBAMMEmF3cy5uaXRyby1lbmNsYXZl' +
  'czB2MBAGByqGSM49AgEGBSuBBAAiA2IABPwCVOumCMHzaHDimtqQvkY4MpJzbolL//Zy2YlES1BR5TSksfbb48C8WBoyt7F2Bw7e' +
  'EtaaP+ohG2bnUs990d0JX28TcPQXCEPZ3BABIeTPYwEoCWZEh8l5YoQwTcU/9KNCMEAwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4E' +
  'FgQUkCW1DdkFR+eWw5b6cp3PmanfS5YwDgYDVR0PAQH/BAQDAgGGMAoGCCqGSM49BAMDA2kAMGYCMQCjfy+Rocm9Xue4YnwWmNJV' +
  'A44fA0P5W2OpYow9OYCVRaEevL8uO1XYru5xtMPWrfMCMQCi85sWBbJwKKXdS6BptQFuZbT73o/gBh1qUxl/nNr12UO8Yfwr6wPL' +
  'b+6NIwLz3/Y=';
