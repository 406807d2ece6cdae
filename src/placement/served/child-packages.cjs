// Plain CommonJS, so that esbuild puts the packages into the file of child processes. Each is loaded at its first use.
exports.packages = {
  'ajv/dist/2020.js': () => require('ajv/dist/2020.js'),
  'ajv-formats': () => require('ajv-formats'),
  express: () => require('express'),
  pg: () => require('pg'),
  undici: () => require('undici'),
};
