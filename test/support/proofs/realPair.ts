// Facts of the published pair (`../shared/vectors/tkhq/app_and_boot_proofs.json`), whose address a signer of another vendor derived.

export const realClaim = {
  organizationId: '3a2de333-972b-45bf-8a7a-83c4167b81e2',
  address: '0xb84b4730Cd81Bc82Ee6B1dE6c343Ebd7928138DC',
  path: "m/44'/60'/0'/0/0",
};

const name = 'the published signer';
const imageOfBoth = 'f67076a8f9796b90d7f0eb148ec6926f66fe04c80861151916961f7dec715b3c8a36e5908e9551c20048719da134b207';

export const realImage = {
  name,
  pcr0: imageOfBoth,
  pcr1: imageOfBoth,
  pcr2: '21b9efbc184807662e966d34f390821309eeac6802309798826296bf3e8bec7c10edb30948c90ba67310f7b964fc500a',
};

export const realRole = {
  name,
  pcr3: '864e9095a9947ab14698122370c13baf23183f4e9911953cf5b909a49db00f43f446707314674d9309974f3cc4b24728',
};

export const realManifest = {
  name,
  manifestDigest: '24a9e2c0b0ce26bcbc3e65172f8b06b100d5e712591f604832cbea9ff5ce02be',
};
