import express from 'express';

export default express.json({ inflate: false });
